/** A mail with the same content as text and as HTML. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** The look of an agency, in place of Earshot's. The name went through nameInMail. */
export interface LetterBrand {
  name: string
  /** Colors such as `#1d4ed8`. */
  background: string
  ink: string
  /** The size is that shown, in pixels. */
  logo: { url: string; width: number; height: number } | null
}

/** A letter's content as plain text. User-chosen names go through nameInMail first. */
export interface Words {
  /** Fixed text, never user input. */
  subject: string
  paragraphs: string[]
  /** Numbers, below the paragraphs. Every row has a cell for each column; the first one is its name. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** What the letter is about, such as leads, below the paragraphs. */
  entries?: readonly Entry[]
  /** The call to action: a button with its URL below. */
  action?: { label: string; url: string }
  /** Additional information in small print. */
  notes?: string[]
  /** By default, letters are from Earshot. */
  brand?: LetterBrand
  /** The unsubscribe link, shown as the last line. */
  unsubscribe?: { label: string; url: string }
}

/** One of several things that a letter tells. Its texts may come from strangers: they are escaped, and never links. */
export interface Entry {
  title: string
  /** Words of a post. */
  quote?: string
  /** Such as the community, the chance, and the age; empty: none. */
  facts: string
  links: readonly { label: string; url: string }[]
}

/** Renders a letter as text and HTML. */
export function letterOf(words: Words): Letter {
  const { subject, paragraphs, table, entries = [], action, notes = [], unsubscribe } = words
  const text = [
    ...paragraphs,
    ...(table ? [tableText(table)] : []),
    ...entries.map(entryText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ]
  return { subject, text: `${text.join('\n\n')}\n`, html: pageOf(words) }
}

function tableText({ head, rows }: NonNullable<Words['table']>): string {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)))
  const padded = (cell: string, column: number) => {
    const space = ' '.repeat((widths[column] ?? 0) - [...cell].length)
    return column === 0 ? cell + space : space + cell
  }
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n')
}

function tableHtml({ head, rows }: NonNullable<Words['table']>): string {
  const cellOf = (tag: 'th' | 'td', cell: string, column: number) =>
    `<${tag} style="${column === 0 ? look.rowName : look.value}">${escaped(cell)}</${tag}>`
  const lineOf = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell, column) => cellOf(tag, cell, column)).join('')}</tr>`
  return `<table style="${look.table}">\n${[lineOf('th', head), ...rows.map((cells) => lineOf('td', cells))].join('\n')}\n</table>`
}

function entryText({ title, quote, facts, links }: Entry): string {
  const lines = links.map(({ label, url }) => `${label}: ${url}`)
  return [title, ...(quote ? [`“${quote}”`] : []), ...(facts ? [facts] : []), ...lines].join('\n')
}

function entryHtml({ title, quote, facts, links }: Entry): string {
  const anchors = links.map(
    ({ label, url }) => `<a href="${escaped(url)}" style="${look.entryLink}">${escaped(label)}</a>`,
  )
  return `<div style="${look.entry}">
<p style="${look.title}">${escaped(title)}</p>
${quote ? `<p style="${look.quote}">“${escaped(quote)}”</p>\n` : ''}${facts ? `<p style="${look.facts}">${escaped(facts)}</p>\n` : ''}<p style="${look.links}">${anchors.join(' ')}</p>
</div>`
}

function pageOf({ subject, paragraphs, table, entries = [], action, notes = [], brand, unsubscribe }: Words): string {
  const body = [
    ...paragraphs.map((words) => `<p style="${look.paragraph}">${escaped(words)}</p>`),
    ...(table ? [tableHtml(table)] : []),
    ...entries.map(entryHtml),
    ...(action ? [buttonOf(action, brand)] : []),
    ...notes.map((words) => `<p style="${look.note}">${escaped(words)}</p>`),
    ...(unsubscribe
      ? [
          `<p style="${look.note}"><a href="${escaped(unsubscribe.url)}" style="${look.link}">${escaped(unsubscribe.label)}</a></p>`,
        ]
      : []),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="${look.body}">
<div style="${look.sheet}">
${brand ? bandOf(brand) : `<p style="${look.name}">Earshot</p>`}
${body.join('\n')}
</div>
</body>
</html>
`
}

/** The band on top of an agency's letter. Where images are blocked, the name stands for the logo. */
function bandOf({ name, background, ink, logo }: LetterBrand): string {
  const content = logo
    ? `<img src="${escaped(logo.url)}" alt="${escaped(name)}" width="${logo.width}" height="${logo.height}" style="${look.logo}">`
    : escaped(name)
  return `<div style="${look.band};background:${escaped(background)};color:${escaped(ink)}">${content}</div>`
}

function buttonOf({ label, url }: NonNullable<Words['action']>, brand: LetterBrand | undefined): string {
  const address = escaped(url)
  const colors = brand && `;background:${escaped(brand.background)};color:${escaped(brand.ink)}`
  return [
    `<p style="${look.paragraph}"><a href="${address}" style="${look.button}${colors ?? ''}">${escaped(label)}</a></p>`,
    `<p style="${look.note}">Or open this link: <a href="${address}" style="${look.link}">${address}</a></p>`,
  ].join('\n')
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const look = {
  body: `margin:0;padding:24px;${font};font-size:16px;line-height:24px`,
  sheet: 'max-width:560px;margin:0 auto',
  name: 'margin:0 0 24px;font-weight:700;font-size:18px',
  band: 'margin:0 0 24px;padding:16px 20px;border-radius:8px;font-weight:700;font-size:18px;overflow-wrap:anywhere',
  logo: 'display:block;max-width:100%;border:0',
  paragraph: 'margin:0 0 16px',
  note: 'margin:0 0 16px;font-size:14px;line-height:20px;opacity:0.75;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#f97316;color:#111827;font-weight:600;text-decoration:none',
  link: 'color:inherit',
  // A gray that shows on white and on black, since mail programs choose the colors.
  entry: 'margin:0 0 20px;padding:16px;border:1px solid #9ca3af80;border-radius:8px;overflow-wrap:anywhere',
  title: 'margin:0 0 8px;font-weight:600',
  quote: 'margin:0 0 8px',
  facts: 'margin:0 0 8px;font-size:14px;line-height:20px;opacity:0.75',
  links: 'margin:0;font-size:14px',
  table: 'width:100%;margin:0 0 20px;border-collapse:collapse;font-size:14px;line-height:20px',
  rowName:
    'padding:6px 12px 6px 0;border-bottom:1px solid #9ca3af80;text-align:left;font-weight:400;overflow-wrap:anywhere',
  value: 'padding:6px 0 6px 12px;border-bottom:1px solid #9ca3af80;text-align:right;white-space:nowrap',
  entryLink: 'display:inline-block;padding:6px 16px 6px 0;color:inherit;font-weight:600',
} as const

function escaped(words: string): string {
  return words
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
