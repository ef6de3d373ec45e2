// What is said at the door: of names, of guests that are too many, and of who may come in.
export const doorEn = {
  'refused.nameReserved':
    'With this name you could be taken for the server, for whoever runs it, or for a bot. Please take another.',
  'refused.nameUnseen': 'This name has a character that nobody can see. Please write it without.',
  'refused.nameMarks': 'In this name an accent or such has no letter, or there are too many on one. Two are the most.',
  'refused.proof': 'The server asks this page for a moment’s work, and it was not done in time. Please try again.',
  'refused.closed': 'This server takes no new guests. Who has been here before comes in as ever.',
  'refused.invitation': 'This server takes new guests by invitation. Please enter the code that you were given.',
  'refused.invitationUnknown': 'This invitation does not count, or no more. Please look whether it is spelt right.',
  'door.invitation': 'Invitation',
  'door.come': 'Come in',
  'door.working': 'Many have come from your address, so the server asks this page for a moment’s work.',
};
