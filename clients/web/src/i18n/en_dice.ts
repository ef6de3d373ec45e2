// What is said of the dice: how they are kept honest, checked, and what is said when they are not.
export const diceEn = {
  // Checking the dice
  'dice.title': 'Check the dice',
  'dice.checking': 'Checking.',
  'dice.ok': 'Every roll checked: {n} of {m} agree.',
  'dice.wrong': 'Something does not fit.',
  'dice.wrong.where': 'The first thing that is wrong: {where}.',
  'dice.step.hashes': 'The record hangs together',
  'dice.step.hashes.line': '{n} hashes, each over what stands before it.',
  'dice.step.seed': 'The server kept its word',
  'dice.step.seed.line': 'The seed it shows now hashes to what it showed before the match.',
  'dice.step.seats': 'The players kept theirs',
  'dice.step.seats.line':
    '{n, plural, =0 {No player had a chain.} one {One first secret fits its commitment} other {# first secrets fit their commitments}}{m, plural, =0 {.} other {, and # links follow on each other.}}',
  'dice.step.rolls': 'The dice are those of the stream',
  'dice.step.rolls.line': '{n} rolls, computed again from the secrets alone.',
  'dice.rolls': 'Every roll',
  'dice.roll.start': 'Before the first decision',
  'dice.roll.move': 'Move {n}: {name}',
  'dice.roll.mixed': 'the secret of {name} was mixed in: {link}',
  'dice.roll.none': 'no dice',
  'dice.seeds': 'The secrets',
  'dice.seeds.server': 'The server’s seed',
  'dice.seeds.commitment': 'its commitment, shown before the match',
  'dice.seeds.x0': 'First secret of {name}',
  'dice.seeds.none': '{name} is a bot and has no secret.',
  'dice.proves': 'What this proves',
  'dice.proves.1':
    'No die was changed: each one follows from secrets that were fixed before the first of them was shown.',
  'dice.proves.2': 'Neither the server nor a player could change a secret after seeing another.',
  'dice.proves.3':
    'The operator alone could not know a roll that followed a decision with a secret before that decision was sent.',
  'dice.not': 'What it does not prove',
  'dice.not.1':
    'An operator who conspires with a player can foresee that player’s next roll, and the player can decide by it.',
  'dice.not.2':
    'Rolls after a bot’s decision, a time-out, a stand-in’s move, or of a seat without its chain can be foreseen by the operator, whose bots could decide by them.',
  'dice.not.3':
    'Names and times are the server’s word: it can call a decision late. The rules are not checked here: «wyrmhall verify» does that too.',
  'dice.not.4': 'Without a signature a record proves that it is consistent, not that it was ever played.',
  'dice.not.5':
    'The server sees the first rolls before the match starts, and could call starts off until it likes them. That leaves a trace: each is shown at the table.',
  'dice.download': 'Download the record',
  'dice.how': 'How the dice are kept honest',
  'dice.how.1':
    'Before a match the server locks a secret number away and shows everybody its fingerprint. Your browser does the same with a secret of its own, a whole chain of them.',
  'dice.how.2':
    'Only when everybody has committed are the first secrets shown, and the match starts. Every die is computed from all of these together.',
  'dice.how.3':
    'With each decision your browser shows the next secret of its chain, and that is mixed in before your dice are rolled. So the server alone cannot know them before you have decided.',
  'dice.how.4':
    'When the match is over the server shows its number. Anybody can then compute all dice anew: this site does it in your browser, and «wyrmhall verify» without one.',
  'dice.how.do': 'You do nothing for all this but sit down.',

  // What a server should never do
  'accuse.otherSeed':
    'The server shows another seed than the one it had committed to. The dice of this match are not honest.',
  'accuse.otherSecret': 'A seat started with another secret than the one it had committed to. The dice are not honest.',
  'accuse.older': 'The server shows an older state than it had shown before: something is lost.',
  'accuse.repeated':
    'The server wants to start with a promise that it has used before. With a second start it could choose the dice, so this page shows it nothing more. You can leave the table.',
  'accuse.noLink':
    'The server says that your seat plays without its secrets. This browser has not given them up, and goes on with them. Unless you did so on another device, the server is not honest.',
  'accuse.foreignLink':
    'The server names a secret of your seat that is not of its chain. This browser goes on with its own. The server is not honest.',
  'accuse.otherLink':
    'The server names another last secret of your seat than this browser has shown. It goes on from what it has shown. The server is not honest, or has lost something.',
  'accuse.linkRefused':
    'The server refuses the only secret that can be right. Your decision was not taken. Whether to go on without your secrets is yours to decide.',
  'accuse.unsigned':
    'The server has not signed this with the key by which this browser knows it. Without that nobody could hold it to its word.',
  'accuse.otherStart': 'What the server has signed of this start is not what it shows here.',
  'accuse.contradiction': 'The server has signed two things that cannot both be true. The evidence convicts it.',
  'accuse.untraced':
    'A start was called off after your first secret was shown, and the server does not say how it ended.',
  'accuse.abortedSeed':
    'For a start that was called off the server shows another seed than the one it had committed to.',
  'accuse.blamedMe':
    'The server says that you did not reveal in time. This browser did, and the server had said that it has your secret.',
  'accuse.blamedFalsely':
    'The server blames a seat for a start that was called off, and what it shows itself says otherwise.',
  'accuse.file': 'Download the evidence',
  'accuse.judge': 'Have it judged',

  // Whether to go on without a chain
  'without.title': 'Go on without your secrets?',
  'without.absent':
    'The secrets that make your rolls unforeseeable are not on this device, but where you sat down at the table.',
  'without.unfit': 'This match did not start with the secrets that this browser keeps for it.',
  'without.usedUp': 'All 4,096 secrets of this match have been used.',
  'without.refused': 'The server refuses the right secret for this decision.',
  'without.means':
    'If you go on without them, then from now on the operator could foresee your rolls. That holds for the rest of this match, and the record will say so.',
  'without.yes': 'Go on without them',
  'without.no': 'Not now',

  // The key of a server
  'key.other':
    'This server signs with another key than the one this browser knows it by. It may have been set up anew, or somebody else may stand in its place. No match is started here until you trust the new key.',
  'key.trust': 'Trust the new key',
  'key.known': 'Known: {key}',
  'key.new': 'New: {key}',

  // Starts that were called off
  'table.off.count': '{n, plural, one {# start called off:} other {# starts called off:}}',
  'table.off.noReveal': '{names} did not reveal in time',
  'table.off.wrongReveal': '{names} revealed something that does not fit',
  'table.off.leaver': '{names} left',
  'table.off.restarted': 'the server was started again',
  'table.off.note':
    'The server sees the first rolls before it starts a match. If starts are called off again and again, leave.',

  // What could be foreseen
  'foresee.rolls': '{n} of {m} rolls mixed in a secret that the server did not have',
  'foresee.bot': '{n} followed a bot’s decision',
  'foresee.standIn': '{n} followed a time-out or a stand-in’s move',
  'foresee.without': '{n} followed a decision without a secret',
  'foresee.none': 'No die was rolled.',
  'end.unsigned': 'The server has signed no end of this match yet.',

  // Who vouches, and judging
  'dice.vouch': 'Who vouches for it',
  'dice.vouch.nobody':
    'Nobody vouches for it: nothing is signed. It is consistent; that it was played is the server’s word alone.',
  'dice.vouch.known': 'The key by which this browser knows the server: {key}',
  'dice.vouch.unknown': 'A key that this browser does not know: {key}',
  'dice.vouch.off': '{n, plural, one {# start was called off before} other {# starts were called off before}}.',
  'dice.step.foresee': 'Who could foresee the rolls',
  'dice.judge.title': 'Judge an accusation',
  'dice.judge.line':
    'A page or a terminal that catches a server keeps the evidence in a file. Drop it here: it is judged in this browser, without any server.',
  'dice.judge.choose': 'Choose a file',
  'dice.judge.bad': 'This is no accusation: {where}.',
  'dice.judge.guilty': 'Convicted: whoever holds this key has broken its word.',
  'dice.judge.open': 'Not proven. What was signed does not convict anybody.',
  'dice.judge.key': 'The key: {key}',
  'dice.judge.known': 'This browser knows this server by it.',
  'dice.judge.unknown': 'Whose key this is the file cannot prove. Compare it with the one that the server shows.',
  'dice.judge.said': 'What it accuses the server of: {said}',
  'dice.judge.commitmentTwice': 'It signed two starts with one and the same promise.',
  'dice.judge.contradiction': 'It signed two things that cannot both be true.',
  'dice.judge.seedDoesNotFit': 'It signed a seed that does not fit what it had committed to.',
  'dice.judge.falseBlame': 'It signed that a seat did not reveal, and what it shows says otherwise.',
  'dice.judge.chain':
    'The links follow on each other from the commitment that was signed: the chain was there. What the server said of it nobody has signed.',
  'dice.judge.word': 'It is word against word.',
} as const;
