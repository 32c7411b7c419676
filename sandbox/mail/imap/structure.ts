/** Returns an email's header and body; the blank line belongs to the header. */
export function splitMail(raw: Buffer): { header: string; body: Buffer } {
  const end = raw.indexOf('\r\n\r\n')
  const at = end < 0 ? raw.length : end + 4
  return { header: raw.subarray(0, at).toString('latin1'), body: raw.subarray(at) }
}

/** Returns the lines of a header with these names, in lower case, with their continuations. */
export function headerLines(header: string, names: readonly string[]): string {
  const lines = header.split(/\r\n(?![ \t])/).filter((line) => names.includes(line.split(':')[0]?.toLowerCase() ?? ''))
  return [...lines, '', ''].join('\r\n')
}

function fieldOf(header: string, name: string): string | null {
  const line = header.split(/\r\n(?![ \t])/).find((each) => each.toLowerCase().startsWith(`${name}:`))
  return (
    line
      ?.slice(name.length + 1)
      .replace(/\r\n[ \t]+/g, ' ')
      .trim() ?? null
  )
}

/** Returns a string as IMAP writes it. */
export function quoted(text: string | null): string {
  if (text === null) return 'NIL'
  return /^[\x20-\x7e]*$/.test(text)
    ? `"${text.replace(/["\\]/g, '\\$&')}"`
    : `{${Buffer.byteLength(text, 'latin1')}}\r\n${text}`
}

interface Typed {
  type: string
  subtype: string
  parameters: [string, string][]
}

function typeOf(field: string | null): Typed {
  const [, type = 'text', subtype = 'plain', rest = ''] = /^([\w-]+)\/([\w.+-]+)(.*)$/s.exec(field ?? '') ?? []
  return { type, subtype, parameters: parametersOf(rest) }
}

function parametersOf(text: string): [string, string][] {
  return [...text.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g)].map(
    ([, name = '', inQuotes, plain]) => [name.toLowerCase(), (inQuotes ?? plain ?? '').replace(/\\(.)/g, '$1')],
  )
}

function listed(parameters: readonly [string, string][]): string {
  if (parameters.length === 0) return 'NIL'
  return `(${parameters.map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})`
}

/** The deepest nesting that is described. */
const depthMost = 20

/** Returns the BODYSTRUCTURE of an email (RFC 3501). Emails in emails are described as files. */
export function structureOf(raw: Buffer, depth = 0): string {
  const { header, body } = splitMail(raw)
  const { type, subtype, parameters } = typeOf(fieldOf(header, 'content-type'))
  const boundary = parameters.find(([name]) => name === 'boundary')?.[1]
  if (type.toLowerCase() === 'multipart' && boundary && depth < depthMost) {
    const parts = partsOf(body, boundary)
    if (parts.length > 0) {
      return `(${parts.map((part) => structureOf(part, depth + 1)).join('')} ${quoted(subtype)} ${listed(parameters)} NIL NIL NIL)`
    }
  }
  const [, disposition = null, rest = ''] = /^([\w-]+)(.*)$/s.exec(fieldOf(header, 'content-disposition') ?? '') ?? []
  const isText = type.toLowerCase() === 'text'
  const lines = isText ? ` ${body.toString('latin1').split('\n').length}` : ''
  const shown = type.toLowerCase() === 'message' || type.toLowerCase() === 'multipart' ? 'application' : type
  const attached = disposition === null ? 'NIL' : `(${quoted(disposition)} ${listed(parametersOf(rest))})`
  const encoding = fieldOf(header, 'content-transfer-encoding') ?? '7bit'
  return `(${quoted(shown)} ${quoted(subtype)} ${listed(parameters)} NIL NIL ${quoted(encoding)} ${body.length}${lines} NIL ${attached} NIL NIL)`
}

function partsOf(body: Buffer, boundary: string): Buffer[] {
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`)
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[^\n]*\n/, ''), 'latin1'))
}
