// What the hall does not say at first, in English: one file, which comes while the hall is there already.
import match from '../../../messages/match/en.json';
import pages from '../../../messages/pages/en.json';
import refusals from '../../../messages/refusals/en.json';

export default { ...match, ...pages, ...refusals };
