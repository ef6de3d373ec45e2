// Messages with what goes into them. In a built page those that have more than names in braces come parsed already
// (tools/messages.ts), so that the page brings no parser.
import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale, Message } from './languages';

export type Arguments = Record<string, string | number>;

// "{name} rolls {n}": nothing but names, which are replaced as they stand.
const NAME = /\{(\w+)\}/g;
const MORE_THAN_NAMES = /\{\w+\s*,|'/;

export class Formats {
  private readonly known = new Map<Message, IntlMessageFormat>();

  constructor(private readonly locale: Locale) {}

  say(message: Message, values: Arguments | undefined): string {
    if (typeof message === 'string' && !MORE_THAN_NAMES.test(message)) {
      return message.replace(NAME, (_, name: string) => {
        const value = values?.[name];
        if (value === undefined) throw new Error(`nothing goes into "${message}" as ${name}`);
        return String(value);
      });
    }
    let format = this.known.get(message);
    if (!format) {
      format = new IntlMessageFormat(message as string, this.locale, undefined, { ignoreTag: true });
      this.known.set(message, format);
    }
    return String(format.format(values));
  }
}
