import { Html, html } from '#platform/server/http/pages/html.ts'

const style = `
:root { color-scheme: light dark; --ink: light-dark(#111827, #f3f4f6); --soft: light-dark(#4b5563, #d1d5db);
  --line: light-dark(#e5e7eb, #374151); --paper: light-dark(#fff, #111827) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 'Inter Variable', Inter, system-ui, sans-serif }
header { border-bottom: 1px solid var(--line); padding: 1rem 1.5rem }
header a { display: inline-flex; align-items: center; gap: .5rem; min-height: 2rem; color: inherit; font-weight: 600; text-decoration: none }
main { max-width: 36rem; margin: 0 auto; padding: 3rem 1.5rem }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 2rem; letter-spacing: -.011em }
p { margin: 0 0 1.5rem; color: var(--soft) }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: #f97316; color: #111827;
  font: inherit; font-weight: 600; cursor: pointer }
main a { color: inherit }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
`

const words = {
  asks: {
    title: 'Unsubscribe',
    body: html`<p>We'll stop sending you these emails.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  },
  guide: {
    title: "You're unsubscribed",
    body: html`<p>We won't email you again, and we deleted your address. <a href="/">Go to the home page</a></p>`,
  },
  alerts: {
    title: "You're unsubscribed",
    body: html`<p>You won't get emails from this alert rule anymore. Other rules are unchanged.</p>`,
  },
  report: {
    title: "You're unsubscribed",
    body: html`<p>You won't get this report by email anymore. Other reports are unchanged.</p>`,
  },
  mail: {
    title: "You're unsubscribed",
    body: html`<p>You won't get emails from this sender anymore.</p>`,
  },
  unknown: {
    title: 'This link is incomplete',
    body: html`<p>Part of the link is missing. Copy the full link from the email and open it again.</p>`,
  },
} as const

/**
 * Returns the page behind the link in an email (DECISIONS 5). It is built apart from the site and has no script,
 * because its URL contains a secret key.
 */
export function unsubscribePage(state: keyof typeof words): string {
  const { title, body } = words[state]
  return `<!doctype html>${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="white">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111827">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(style)}</style>
</head>
<body>
<header><a href="/"><img src="/favicon.svg" alt="" width="24" height="24">Earshot</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`.text
  }`
}
