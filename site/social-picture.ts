import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'

const require = createRequire(import.meta.url)
const fonts = ([400, 600] as const).map((weight) => ({
  name: 'Inter',
  weight,
  style: 'normal' as const,
  data: readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
}))
const arcs = ['M7.2 9.2a4 4 0 0 1 0 5.6', 'M10.4 6a8.5 8.5 0 0 1 0 12', 'M13.6 2.8a13 13 0 0 1 0 18.4']
/** The version of the pictures' design, part of their file name. Increase it when the design changes. */
const look = 2

/** Returns the path of the picture for link previews; it changes with the text. */
export function socialPath(title: string, description: string): string {
  const mark = createHash('sha256').update(`${look}\n${title}\n${description}`).digest('base64url').slice(0, 12)
  return `/assets/social/link-${mark}.png`
}

/** Renders the link preview picture of a page (Open Graph), 1200 by 630 pixels, as PNG. */
export async function socialPicture(title: string, description: string): Promise<Uint8Array> {
  const column = { display: 'flex', flexDirection: 'column' }
  const mark = element('svg', {
    width: 50,
    height: 60,
    viewBox: '0 0 20 24',
    fill: 'none',
    stroke: '#f97316',
    strokeWidth: 2.4,
    strokeLinecap: 'round',
    children: [
      element('circle', { cx: 3.4, cy: 12, r: 2.2, fill: '#f97316', stroke: 'none' }),
      ...arcs.map((d) => element('path', { d })),
    ],
  })
  const name = element('div', { style: { fontSize: 44, fontWeight: 600, marginLeft: 18 }, children: 'Earshot' })
  const words = [
    element('div', {
      style: { fontSize: 68, fontWeight: 600, lineHeight: 1.1, letterSpacing: '-0.03em' },
      children: title,
    }),
    element('div', {
      style: { fontSize: 32, lineHeight: 1.4, color: '#d1d5db', marginTop: 28 },
      children: description,
    }),
  ]
  // The margin is a separate box, because padding would be added to a width of 100 %.
  const inner = element('div', {
    style: { ...column, justifyContent: 'space-between', width: 1040, height: 470, margin: 80 },
    children: [
      element('div', { style: { display: 'flex', alignItems: 'center' }, children: [mark, name] }),
      element('div', { style: column, children: words }),
    ],
  })
  const page = element('div', {
    style: { display: 'flex', width: 1200, height: 630, background: '#111827', color: '#f9fafb', fontFamily: 'Inter' },
    children: inner,
  })
  const svg = await satori(page, { width: 1200, height: 630, fonts })
  return new Resvg(svg).render().asPng()
}

/** Creates an element without JSX, because Node reads no .tsx. */
function element(type: string, props: Record<string, unknown>) {
  return { type, key: null, props }
}
