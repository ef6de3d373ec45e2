// Ce qui est dit des dés : comment ils restent honnêtes, comment on les vérifie, et ce qui est dit sinon.
import type { diceEn } from './en_dice';

export const diceFr: Record<keyof typeof diceEn, string> = {
  // Checking the dice
  'dice.title': 'Vérifier les dés',
  'dice.checking': 'Vérification en cours.',
  'dice.ok': 'Chaque lancer vérifié : {n} sur {m} concordent.',
  'dice.wrong': 'Quelque chose ne va pas.',
  'dice.wrong.where': 'La première chose fausse : {where}.',
  'dice.step.hashes': 'Le registre se tient',
  'dice.step.hashes.line': '{n} empreintes, chacune sur tout ce qui la précède.',
  'dice.step.seed': 'Le serveur a tenu parole',
  'dice.step.seed.line': 'L’empreinte de sa graine est celle qu’il avait montrée avant la partie.',
  'dice.step.seats': 'Les joueurs ont tenu la leur',
  'dice.step.seats.line':
    '{n, plural, =0 {Personne n’avait de chaîne.} one {# premier secret tient son engagement} other {# premiers secrets tiennent leur engagement}}{m, plural, =0 {.} one {, et # maillon suit.} other {, et # maillons se suivent.}}',
  'dice.step.rolls': 'Les dés sont ceux du flux',
  'dice.step.rolls.line': '{n} lancers, recalculés à partir des seuls secrets.',
  'dice.rolls': 'Tous les lancers',
  'dice.roll.start': 'Avant la première décision',
  'dice.roll.move': 'Coup {n} : {name}',
  'dice.roll.mixed': 'le secret de {name} s’est mêlé au flux : {link}',
  'dice.roll.none': 'pas de dés',
  'dice.seeds': 'Les secrets',
  'dice.seeds.server': 'La graine du serveur',
  'dice.seeds.commitment': 'son empreinte, montrée avant la partie',
  'dice.seeds.x0': 'Premier secret de {name}',
  'dice.seeds.none': '{name} est un robot et n’a pas de secret.',
  'dice.proves': 'Ce que cela prouve',
  'dice.proves.1': 'Aucun dé n’a été changé : chacun découle de secrets fixés avant que le premier ne soit montré.',
  'dice.proves.2': 'Ni le serveur ni un joueur n’a pu changer un secret après en avoir vu un autre.',
  'dice.proves.3':
    'Un lancer qui suit une décision munie d’un secret, l’hébergeur seul ne pouvait pas le connaître avant l’envoi de cette décision.',
  'dice.not': 'Ce que cela ne prouve pas',
  'dice.not.1':
    'Un hébergeur de mèche avec un joueur peut prévoir le prochain lancer de ce joueur, qui peut décider en conséquence.',
  'dice.not.2':
    'L’hébergeur peut prévoir les lancers qui suivent un robot, un temps écoulé, un coup de remplaçant, ou une place sans sa chaîne ; ses robots pourraient décider en conséquence.',
  'dice.not.3':
    'Les noms et les heures sont la parole du serveur : il peut dire une décision tardive. Les règles ne sont pas vérifiées ici : « wyrmhall verify » le fait aussi.',
  'dice.not.4': 'Sans signature, un registre prouve qu’il se tient, non que la partie a été jouée.',
  'dice.not.5':
    'Le serveur voit les premiers lancers avant le début, et pourrait annuler des départs jusqu’à ce qu’ils lui plaisent. Cela laisse une trace : chacun est montré à la table.',
  'dice.download': 'Télécharger le registre',
  'dice.how': 'Comment les dés restent honnêtes',
  'dice.how.1':
    'Avant une partie, le serveur enferme un nombre secret et en montre l’empreinte à tout le monde. Votre navigateur fait de même avec un secret à lui, toute une chaîne.',
  'dice.how.2':
    'Quand tout le monde s’est engagé, et alors seulement, les premiers secrets sont montrés et la partie commence. Chaque dé se calcule à partir de tous.',
  'dice.how.3':
    'À chaque décision, votre navigateur montre le secret suivant de sa chaîne, qui se mêle au flux avant que vos dés ne tombent. Le serveur seul ne peut donc pas les connaître avant que vous n’ayez décidé.',
  'dice.how.4':
    'À la fin, le serveur montre son nombre. Tout le monde peut alors recalculer tous les dés : ce site le fait dans votre navigateur, et « wyrmhall verify » sans lui.',
  'dice.how.do': 'Pour tout cela, vous n’avez qu’à prendre place.',

  // What a server should never do
  'accuse.otherSeed':
    'Le serveur montre une autre graine que celle à laquelle il s’était engagé. Les dés de cette partie ne sont pas honnêtes.',
  'accuse.otherSecret':
    'Une place a commencé avec un autre secret que celui auquel elle s’était engagée. Les dés ne sont pas honnêtes.',
  'accuse.older': 'Le serveur montre un état plus ancien que ce qu’il avait montré : quelque chose est perdu.',
  'accuse.repeated':
    'Le serveur veut commencer avec une promesse qu’il a déjà employée. Un second départ lui permettrait de choisir les dés : cette page ne lui montre plus rien. Vous pouvez quitter la table.',
  'accuse.noLink':
    'Le serveur dit que votre place joue sans ses secrets. Ce navigateur n’y a pas renoncé et continue avec eux. À moins que vous ne l’ayez fait sur un autre appareil, le serveur n’est pas honnête.',
  'accuse.foreignLink':
    'Le serveur attribue à votre place un secret qui n’est pas de sa chaîne. Ce navigateur continue avec les siens. Le serveur n’est pas honnête.',
  'accuse.otherLink':
    'Le serveur nomme un autre dernier secret de votre place que celui que ce navigateur a montré. Ce navigateur continue à partir de ce qu’il a montré. Le serveur n’est pas honnête, ou il a perdu quelque chose.',
  'accuse.linkRefused':
    'Le serveur refuse le seul secret qui puisse être le bon. Votre décision n’a pas été prise. Continuer sans vos secrets, c’est à vous d’en décider.',
  'accuse.unsigned':
    'Le serveur n’a pas signé ceci avec la clé sous laquelle ce navigateur le connaît. Sans cela, personne ne pourrait lui opposer sa parole.',
  'accuse.otherStart': 'Ce que le serveur a signé de ce départ n’est pas ce qu’il montre ici.',
  'accuse.contradiction': 'Le serveur a signé deux choses qui ne peuvent être vraies ensemble. La preuve le confond.',
  'accuse.untraced':
    'Un départ a été annulé après que votre premier secret a été montré, et le serveur ne dit pas comment il a fini.',
  'accuse.abortedSeed':
    'Pour un départ annulé, le serveur montre une autre graine que celle à laquelle il s’était engagé.',
  'accuse.blamedMe':
    'Le serveur dit que vous n’avez rien révélé à temps. Ce navigateur l’a fait, et le serveur avait dit avoir votre secret.',
  'accuse.blamedFalsely':
    'Le serveur accuse une place d’un départ annulé, et ce qu’il montre lui-même dit le contraire.',
  'accuse.file': 'Télécharger la preuve',
  'accuse.judge': 'La faire juger',

  // Whether to go on without a chain
  'without.title': 'Continuer sans vos secrets ?',
  'without.absent':
    'Les secrets qui rendent vos lancers imprévisibles ne sont pas sur cet appareil, mais là où vous avez pris place à la table.',
  'without.unfit': 'Cette partie n’a pas commencé avec les secrets que ce navigateur garde pour elle.',
  'without.usedUp': 'Les 4 096 secrets de cette partie ont tous servi.',
  'without.refused': 'Le serveur refuse le bon secret pour cette décision.',
  'without.means':
    'Si vous continuez sans eux, l’hébergeur pourra désormais prévoir vos lancers. Cela vaut pour le reste de la partie, et le registre le dira.',
  'without.yes': 'Continuer sans eux',
  'without.no': 'Pas maintenant',

  // The key of a server
  'key.other':
    'Ce serveur signe avec une autre clé que celle sous laquelle ce navigateur le connaît. Il a peut-être été réinstallé, ou quelqu’un d’autre a pris sa place. Aucune partie ne commence ici avant que vous ne vous fiiez à la nouvelle clé.',
  'key.trust': 'Se fier à la nouvelle clé',
  'key.known': 'Connue : {key}',
  'key.new': 'Nouvelle : {key}',

  // Starts that were called off
  'table.off.count': '{n, plural, one {# départ annulé :} other {# départs annulés :}}',
  'table.off.noReveal': '{names} : rien de révélé à temps',
  'table.off.wrongReveal': '{names} : un secret qui ne correspond pas',
  'table.off.leaver': '{names} : parti au milieu',
  'table.off.restarted': 'le serveur a redémarré',
  'table.off.note':
    'Le serveur voit les premiers lancers avant de commencer une partie. Si les départs sont annulés sans cesse, quittez la table.',

  // What could be foreseen
  'foresee.rolls': '{n} lancers sur {m} mêlaient un secret que le serveur n’avait pas',
  'foresee.bot': '{n, plural, one {# suivait} other {# suivaient}} la décision d’un robot',
  'foresee.standIn': '{n, plural, one {# suivait} other {# suivaient}} un temps écoulé ou un coup de remplaçant',
  'foresee.without': '{n, plural, one {# suivait} other {# suivaient}} une décision sans secret',
  'foresee.none': 'Aucun dé n’a été lancé.',
  'end.unsigned': 'Le serveur n’a pas encore signé la fin de cette partie.',

  // Who vouches, and judging
  'dice.vouch': 'Qui s’en porte garant',
  'dice.vouch.nobody':
    'Personne ne s’en porte garant : rien n’est signé. Le registre se tient ; que la partie a été jouée, seul le serveur le dit.',
  'dice.vouch.known': 'La clé sous laquelle ce navigateur connaît le serveur : {key}',
  'dice.vouch.unknown': 'Une clé que ce navigateur ne connaît pas : {key}',
  'dice.vouch.off': '{n, plural, one {# départ a été annulé auparavant} other {# départs ont été annulés auparavant}}.',
  'dice.step.foresee': 'Qui pouvait prévoir les lancers',
  'dice.judge.title': 'Juger une accusation',
  'dice.judge.line':
    'Une page ou un terminal qui surprend un serveur garde la preuve dans un fichier. Déposez-le ici : il est jugé dans ce navigateur, sans aucun serveur.',
  'dice.judge.choose': 'Choisir un fichier',
  'dice.judge.bad': 'Ce n’est pas une accusation : {where}.',
  'dice.judge.guilty': 'Confondu : qui détient cette clé a manqué à sa parole.',
  'dice.judge.open': 'Non prouvé. Ce qui est signé ne confond personne.',
  'dice.judge.key': 'La clé : {key}',
  'dice.judge.known': 'Ce navigateur connaît ce serveur par elle.',
  'dice.judge.unknown':
    'À qui est cette clé, le fichier ne peut le prouver. Comparez-la avec celle que montre le serveur.',
  'dice.judge.said': 'Ce dont le serveur est accusé : {said}',
  'dice.judge.commitmentTwice': 'Elle a signé deux départs avec une seule et même promesse.',
  'dice.judge.contradiction': 'Elle a signé deux choses qui ne peuvent être vraies ensemble.',
  'dice.judge.seedDoesNotFit': 'Elle a signé une graine qui ne tient pas son engagement.',
  'dice.judge.falseBlame': 'Elle a signé qu’une place n’avait rien révélé, et ce qu’elle montre dit le contraire.',
  'dice.judge.chain':
    'Les maillons se suivent depuis l’engagement signé : la chaîne était là. Ce que le serveur en a dit, personne ne l’a signé.',
  'dice.judge.word': 'C’est parole contre parole.',
};
