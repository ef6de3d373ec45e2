// What is wrong with a force, in words.
import { faultsIn, type Fault } from './force';
import { SEATS, forceAt, isOwn, pointsIn } from './forces';
import { t } from './setup_messages';

export function faultText(fault: Fault): string {
  switch (fault.what) {
    case 'empty':
      return t('force.fault.empty', { part: t(`force.${fault.part}`) });
    case 'large':
      return t('force.fault.large', { part: t(`force.${fault.part}`), n: fault.n, m: fault.m });
    case 'size':
      return t('force.fault.size', { n: fault.n, m: fault.m });
    default: {
      const { what, n, m } = fault;
      return t(`force.fault.${what}`, { n, m });
    }
  }
}

export const sideText = (seat: number): string => t(seat === 0 ? 'setup.yours' : 'setup.theirs');

// What is wrong with the forces of a match in the making; the ready ones are as they must be.
export const faultsAt = (values: Record<string, number>): string[] =>
  SEATS.filter((seat) => isOwn(values, seat)).flatMap((seat) =>
    faultsIn(forceAt(values, seat), pointsIn(values)).map((fault) =>
      t('setup.fault', { side: sideText(seat), fault: faultText(fault) }),
    ),
  );
