// For tests: the whole contract is there from the start.
import { parts } from '../gen/contract';

await Promise.all(Object.values(parts).map((load) => load?.()));
