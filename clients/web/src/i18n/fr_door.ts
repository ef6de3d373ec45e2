// Ce qui est dit à la porte : des noms, des invités trop nombreux, de qui peut entrer.
import type { doorEn } from './en_door';

export const doorFr: Record<keyof typeof doorEn, string> = {
  'refused.nameReserved':
    'Avec ce nom, on pourrait vous prendre pour le serveur, pour qui le gère ou pour un robot. Prenez-en un autre.',
  'refused.nameUnseen': 'Ce nom contient un caractère que personne ne voit. Écrivez-le sans lui.',
  'refused.nameMarks':
    'Dans ce nom, un accent ou un signe semblable n’a pas de lettre, ou une lettre en a trop. Deux au plus.',
  'refused.proof':
    'Le serveur demande un petit calcul à cette page, et il n’a pas été fini à temps. Veuillez réessayer.',
  'refused.closed': 'Ce serveur n’accepte pas de nouveaux invités. Qui est déjà venu entre comme toujours.',
  'refused.invitation': 'Ce serveur n’accepte de nouveaux invités que sur invitation. Entrez le code reçu.',
  'refused.invitationUnknown':
    'Cette invitation n’est pas valable, ou ne l’est plus. Vérifiez qu’elle est bien écrite.',
  'door.invitation': 'Invitation',
  'door.come': 'Entrer',
  'door.working': 'Beaucoup sont venus de votre adresse : le serveur demande un petit calcul à cette page.',
};
