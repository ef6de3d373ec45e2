// How a game's board tells the tour what there is to explain.
import { tour } from '../../match/tour';

// To each card that this match has the thing that it speaks of, as a selector, or false while that is not there.
export type Fits<Card extends string> = Partial<Record<Card, string | false>>;

// `order`: of what matters, what is played for first. Browsers keep which cards were put away, by the names made here.
export const explaining =
  <Card extends string>(game: string, order: readonly Card[], text: (card: Card) => string) =>
  (fits: Fits<Card>): void => {
    const things: Readonly<Partial<Record<string, string | false>>> = fits;
    tour.tell(
      order
        .filter((card) => card in fits)
        .map((card) => ({ id: `tour.${game}.${card}`, on: things[card] || undefined, text: () => text(card) })),
    );
  };
