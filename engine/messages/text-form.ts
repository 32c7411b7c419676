import { normalForm } from '../text/text.ts'

const greetings =
  'hi|hiya|hey|heya|hello|hallo|dear|greetings|good (?:morning|afternoon|evening)|moin|servus|guten tag|bonjour|salut|hola'
const signOffs =
  'best|all the best|best wishes|(?:best |kind |warm )?regards|cheers|thanks|many thanks|thank you|thx|sincerely|yours|take care|talk soon|(?:liebe|viele|beste) gr(?:ü|ue)(?:ß|ss)e|danke|merci|cordialement|gracias|saludos'

/** A greeting at the start, with a name of up to two words: `Hi there,` */
const opening = new RegExp(`^(?:${greetings})(?: [\\p{L}\\p{N}_'’-]+){0,2} ?[,.!:–—-]+`, 'iu')
/** A last sentence that only says goodbye, with a name of up to three words: `Best, Maya` */
const closing = new RegExp(`(?:^|[\\n.!?])\\s?(?:${signOffs})[,.!]*(?:\\s\\S{1,30}){0,3}$`, 'iu')
const meaningless = /[^\p{L}\p{M}\p{N}]+/gu
const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g
/** Reddit encodes these characters unless it is asked not to, and some texts more than once. */
const entity = /&(?:amp;)*(amp|lt|gt|quot|apos|nbsp|#39|#x27|#x200b);/gi
const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#x27': "'", '#x200b': '' },
}

/**
 * Returns what two messages have in common that differ only in case, white space, punctuation, the name of the person,
 * and how they say hello and goodbye. Texts with equal forms count as the same text.
 */
export function sameTextForm(text: string, handle: string | null): string {
  const lines = text
    .replaceAll('\\', '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
  const nameless = (handle === null ? lines : lines.replace(mentionsOf(handle), '')).trim()
  const said = nameless.replace(opening, '').trim().replace(closing, '')
  // A text that says nothing else is compared as a whole.
  return lettersOf(said) || lettersOf(nameless) || normalForm(text)
}

/**
 * Returns what a text keeps when Reddit stores it: it may change white space, escape Markdown, and encode characters. Two
 * texts with equal forms are the same message.
 */
export function storedForm(text: string): string {
  return text
    .replace(entity, (_all, name: string) => entities[name.toLowerCase()] ?? '')
    .replace(invisible, '')
    .replaceAll('\\', '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

function lettersOf(text: string): string {
  return normalForm(text).replace(meaningless, ' ').trim()
}

function mentionsOf(handle: string): RegExp {
  const name = handle.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:/?u/|@)?${name}(?![\\p{L}\\p{N}_-])`, 'giu')
}
