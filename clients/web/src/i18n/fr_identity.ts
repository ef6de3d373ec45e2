// Qui l’on est sur un serveur, et par quels jetons.
import type { identityEn } from './en_identity';

export const identityFr: Record<keyof typeof identityEn, string> = {
  'who.unknown':
    'Ce serveur ne vous connaît pas sous le nom de {name}. Il a pu démarrer un instant sur d’autres données, ou vous avez été déconnecté.',
  'who.signedOut':
    'Vous, {name}, avez été déconnecté d’ici, depuis un autre de vos appareils ou par la personne qui gère ce serveur.',
  'who.safe': 'Ce navigateur garde qui vous êtes.',
  'who.again': 'Réessayer',
  'who.guest': 'Venir comme nouvel invité',
  'who.full': 'Ce navigateur garde déjà {n} joueurs. La page « Vous et cet appareil » permet d’en oublier.',
  'who.kept': 'Qui vous étiez ici',
  'who.kept.line': '{name}, sur {server}',
  'who.back': 'Redevenir {name}',
  'who.forget': 'Oublier',
  'who.forget.sure': 'Oublier {name} pour de bon',
  'who.haveToken': 'J’ai un jeton',
  'who.token': 'Votre jeton, 64 chiffres et lettres',
  'who.token.note':
    'D’un autre de vos appareils, ou de la personne qui gère ce serveur. Qui vous êtes ici maintenant reste gardé.',
  'who.token.take': 'Être ce joueur',
  'who.token.wrong': 'Ce serveur ne connaît pas ce jeton.',
  'sign.title': 'Où vous êtes connecté',
  'sign.note': 'Chaque appareil qui a un de vos jetons est vous. Déconnectez ce que vous ne connaissez pas.',
  'sign.line': 'Créé le {made}, utilisé le {used}',
  'sign.this': 'Cet appareil',
  'sign.now': 'Connecté en ce moment',
  'sign.unused': 'Pas encore utilisé',
  'sign.out': 'Déconnecter',
  'sign.elsewhere': 'Déconnecter partout ailleurs',
  'sign.add': 'Un jeton pour un autre appareil',
  'sign.added':
    'Qui a ce jeton est vous. Il ne sera plus montré : tapez-le sur l’autre appareil, sous « J’ai un jeton ».',
  'refused.renames': 'Vous avez changé de nom aussi souvent que possible pour l’instant. Réessayez demain.',
  'refused.signIns': 'Vous avez autant de jetons que possible. Déconnectez-en d’abord un.',
  'refused.token': 'Ce serveur ne vous connaît plus. Voyez le haut de la page.',
};
