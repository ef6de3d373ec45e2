// Ce qui est dit des tables : qui y joue, qui est absent, qui a perdu sa place, qui l’on ne veut pas rencontrer.
import type { tablesEn } from './en_tables';

export const tablesFr: Record<keyof typeof tablesEn, string> = {
  'table.of': 'La table de {name}',
  'table.share': 'Envoyez ce lien : la première personne qui l’ouvre prend la place.',
  'table.link': 'Le lien de cette table',
  'table.leave': 'Quitter la table',
  'table.waiting': 'On attend que quelqu’un s’assoie.',
  'table.ready': 'C’est bon',
  'table.starting': 'Tout le monde est là. Les secrets s’échangent.',
  'table.full': 'Cette table est complète. Vous pouvez la regarder, ou ouvrir la vôtre.',
  'table.bot': 'Mettre un robot ici',
  'table.botOut': 'Retirer le robot',
  'table.meanwhile': 'La table reste ouverte pendant que vous vous promenez.',
  'table.off.reveal': 'Départ annulé : un secret ne correspondait pas. Qui l’a donné a perdu sa place.',
  'table.off.late': 'Départ annulé : une réponse n’est pas venue à temps. Qui ne l’a pas donnée a perdu sa place.',
  'table.off.left': 'Départ annulé : quelqu’un est parti.',
  'table.off.restart': 'Le serveur a redémarré. On se prépare de nouveau.',
  'refused.findPaused':
    'Vous avez fait attendre les autres à des tables : on ne cherche personne pour l’instant. Réessayez dans quelques minutes, ou ouvrez une table.',
  'refused.player': 'Personne ne porte ce nom ici.',
  'refused.limit.own':
    'Vous jouez autant de parties à la fois qu’il est permis. Finissez-en ou abandonnez-en une d’abord.',
  'refused.limit.address': 'Là où vous êtes, on joue autant de parties à la fois qu’il est permis.',
  'refused.limit.all': 'Ce serveur tient autant de parties qu’il peut. Celles qui sont en cours continuent.',
  'refused.limit.starts': 'Vous, ou d’autres là où vous êtes, avez commencé beaucoup de parties ces derniers temps.',
  'refused.limit.viewers': 'Autant de personnes qu’il est permis regardent cette partie.',
  'refused.limit.watched': 'Vous regardez autant de parties à la fois qu’il est permis. Fermez-en une d’abord.',
  'refused.limit.connections':
    'Vous êtes connecté autant de fois qu’il est permis. Fermez d’abord une autre page ou un autre programme.',
  'refused.again.s': '{n, plural, one {Réessayez dans # seconde.} other {Réessayez dans # secondes.}}',
  'refused.again.min': '{n, plural, one {Réessayez dans # minute.} other {Réessayez dans # minutes.}}',
  'refused.notWelcome': 'Quelqu’un à cette table préfère ne pas jouer avec vous. D’autres tables sont ouvertes.',
  'table.off.ready': 'Quelqu’un n’était pas prêt à temps et a perdu sa place.',
  'table.lost.ready': 'Vous avez perdu votre place : tout le monde était là, et cette page n’était pas prête à temps.',
  'table.lost.late': 'Vous avez perdu votre place : tout le monde était prêt, et votre secret n’est pas venu à temps.',
  'table.lost.reveal': 'Vous avez perdu votre place : votre secret ne correspondait pas à votre engagement.',
  'table.lost.away': 'Vous avez perdu votre place : vous êtes resté trop longtemps sans connexion.',
  'table.away': 'Absent',
  'table.clock': 'Chaque décision peut prendre {time}.',
  'table.noClock': 'Chaque décision peut prendre tout le temps voulu.',
  'table.gone': 'Cette table n’existe plus.',
  'setup.clock.findNone':
    'Sans limite, on ne peut obliger personne à continuer : vous ne rencontrez que qui veut la même chose.',

  // Qui l’on ne veut pas rencontrer
  'block.do': 'Ne plus me faire jouer contre {name}',
  'block.done': 'Vous ne rencontrerez plus {name}.',
  'block.undo': 'Annuler',
  'block.list': 'Qui vous ne voulez pas rencontrer',
  'block.none': 'Personne. À une table, ou à la fin d’une partie, vous pouvez le dire de qui y joue.',
};
