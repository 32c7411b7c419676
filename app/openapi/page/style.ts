/** The style of the page: the product's colors, in both modes, from 320 px on. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#111827, #f3f4f6); --soft: light-dark(#4b5563, #9ca3af);
  --line: light-dark(#e5e7eb, #374151); --paper: light-dark(#fff, #111827); --well: light-dark(#f9fafb, #1f2937);
  --mark: light-dark(#c2410c, #fdba74) }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.5 'Inter Variable', Inter, system-ui, sans-serif }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
a { color: var(--mark) }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 4px }
.frame { display: grid; grid-template-columns: 14rem minmax(0, 56rem); gap: 3rem; justify-content: center; padding: 2rem 1.5rem }
nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow: auto; font-size: .875rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .25rem .5rem; text-decoration: none; color: var(--soft); border-radius: 6px }
nav a:hover { background: var(--well); color: var(--ink) }
h1 { margin: 0; font-size: 1.875rem; letter-spacing: -.02em }
h2 { margin: 3rem 0 .75rem; font-size: 1.25rem; letter-spacing: -.01em }
h3 { margin: 1.25rem 0 .25rem; font-size: .875rem }
p { margin: .5rem 0; max-width: 44rem }
.soft, dd span, i { color: var(--soft); font-style: normal }
i { font-size: .8125rem; font-weight: 400 }
pre { margin: .75rem 0; padding: 1rem; background: var(--well); border-radius: 8px; overflow: auto; white-space: pre-wrap }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0 }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .625rem .875rem; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--well); border-radius: 8px }
summary b { font: 600 .75rem/1.5 ui-monospace, monospace; min-width: 3.5rem }
summary .get { color: light-dark(#1d4ed8, #93c5fd) }
summary .post { color: light-dark(#15803d, #86efac) }
summary .put { color: light-dark(#a16207, #fde047) }
summary .delete { color: light-dark(#b91c1c, #fca5a5) }
summary .soft { margin-left: auto; font-size: .875rem }
.inside { scroll-margin-top: 4rem; padding: 0 .875rem .875rem; border-top: 1px solid var(--line) }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .375rem 1.25rem; margin: .5rem 0; font-size: .875rem }
dt { overflow-wrap: anywhere }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dd dl { padding-left: .75rem; border-left: 2px solid var(--line) }
@media (max-width: 60rem) { .frame { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; padding: 1rem } nav { position: static; max-height: none }
  nav ul { display: flex; flex-wrap: wrap } summary .soft { margin-left: 0; flex-basis: 100% } }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0 } dd { margin-bottom: .5rem } }
`
