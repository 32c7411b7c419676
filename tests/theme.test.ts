import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const resolve = createRequire(join(root, 'package.json')).resolve
/** The values that pages use: ours where defined, otherwise Tailwind's. */
const theme = new Map(
  [resolve('tailwindcss/theme.css'), join(root, 'platform/ui/theme.css')]
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^\s*(--(?:breakpoint|color)-[\w-]+):\s*([^;]+);/gm)])
    .map(([, name, value]) => [name, value]),
)
const named = (prefix: string) =>
  [...theme].flatMap(([name, value]) => (name?.startsWith(prefix) ? [[name, value]] : []))

test('the breakpoints are 640, 768, 1024, 1280 and 1536 px', () => {
  const pixels = named('--breakpoint-').map(([name, value]) => [name, Number(/^(\d+)rem$/.exec(value ?? '')?.[1]) * 16])
  expect(Object.fromEntries(pixels)).toEqual({
    '--breakpoint-sm': 640,
    '--breakpoint-md': 768,
    '--breakpoint-lg': 1024,
    '--breakpoint-xl': 1280,
    '--breakpoint-2xl': 1536,
  })
})

test('the brand is an orange scale from 50 to 950, and its main shade is 500', () => {
  const shades = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]
  expect(named('--color-orange-').map(([name]) => name)).toEqual(shades.map((shade) => `--color-orange-${shade}`))
  expect(theme.get('--color-accent')).toBe('var(--color-orange-500)')
})

test.each([
  [
    'page',
    ['media="(prefers-color-scheme: light)" content="white"', 'media="(prefers-color-scheme: dark)" content="#111827"'],
  ],
  ['app', ['content="white"']],
])('the %s document is in English, and its theme color is white, or #111827 in dark mode', (name, colours) => {
  const html = readFileSync(join(root, 'app/web', `${name}.html`), 'utf8')
  expect(html).toContain('<html lang="en"')
  expect([...html.matchAll(/<meta name="theme-color" ([^>]*?) \/>/g)].map(([, rest]) => rest)).toEqual(colours)
})
