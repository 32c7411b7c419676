/** A mail with the same content as text and as HTML. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** A letter's content as plain text. User-chosen names go through nameInMail first. */
export interface Words {
  /** Fixed text, never user input. */
  subject: string
  paragraphs: string[]
  /** The call to action: a button with its URL below. */
  action?: { label: string; url: string }
  /** Additional information in small print. */
  notes?: string[]
  /** The unsubscribe link, shown as the last line. */
  unsubscribe?: string
}

const unsubscribing = 'Unsubscribe with one click and delete your address'

/** Renders a letter as text and HTML. */
export function letterOf(words: Words): Letter {
  const { subject, paragraphs, action, notes = [], unsubscribe } = words
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(unsubscribe ? [`${unsubscribing}:\n${unsubscribe}`] : []),
  ]
  return { subject, text: `${text.join('\n\n')}\n`, html: pageOf(words) }
}

function pageOf({ subject, paragraphs, action, notes = [], unsubscribe }: Words): string {
  const body = [
    ...paragraphs.map((words) => `<p style="${look.paragraph}">${escaped(words)}</p>`),
    ...(action ? [buttonOf(action)] : []),
    ...notes.map((words) => `<p style="${look.note}">${escaped(words)}</p>`),
    ...(unsubscribe
      ? [`<p style="${look.note}"><a href="${escaped(unsubscribe)}" style="${look.link}">${unsubscribing}</a></p>`]
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
<p style="${look.name}">Earshot</p>
${body.join('\n')}
</div>
</body>
</html>
`
}

function buttonOf({ label, url }: NonNullable<Words['action']>): string {
  const address = escaped(url)
  return [
    `<p style="${look.paragraph}"><a href="${address}" style="${look.button}">${escaped(label)}</a></p>`,
    `<p style="${look.note}">Or open this link: <a href="${address}" style="${look.link}">${address}</a></p>`,
  ].join('\n')
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const look = {
  body: `margin:0;padding:24px;${font};font-size:16px;line-height:24px`,
  sheet: 'max-width:560px;margin:0 auto',
  name: 'margin:0 0 24px;font-weight:700;font-size:18px',
  paragraph: 'margin:0 0 16px',
  note: 'margin:0 0 16px;font-size:14px;line-height:20px;opacity:0.75;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#f97316;color:#111827;font-weight:600;text-decoration:none',
  link: 'color:inherit',
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
