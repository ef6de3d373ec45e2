// In how many columns the hall shows its games where there is room.

// More would be too narrow for their titles.
const MOST_COLUMNS = 5;

// All in one row if that can be, else in rows that are as full as each other.
export const columnsFor = (games: number): number => Math.ceil(games / Math.max(1, Math.ceil(games / MOST_COLUMNS)));
