import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import type { PublicPage } from './site/pages.tsx'

/**
 * `node web/build.ts --out DIR` builds all that a browser is sent into DIR: the app (app.html), the public pages with
 * their markup already in them (index.html, 404.html), hashed assets, and compressed copies of what is text.
 */
const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) throw new Error('Say where to: node web/build.ts --out DIR')
const out = resolve(values.out)
const web = import.meta.dirname
const configFile = join(web, 'vite.config.ts')

await mkdir(out, { recursive: true })
const [pages] = await Promise.all([
  publicPages(),
  build({ configFile, logLevel: 'warn', build: { outDir: out, emptyOutDir: false } }),
])
await fillPages(pages)
await compressTexts()

/** The markup of the public pages, by their file. */
async function publicPages(): Promise<Record<string, PublicPage>> {
  const outDir = await mkdtemp(join(tmpdir(), 'earshot-pages-'))
  try {
    await build({
      configFile,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: { outDir, emptyOutDir: false, ssr: true, rolldownOptions: { input: join(web, 'site/pages.tsx') } },
    })
    const { renderPages } = await import(pathToFileURL(join(outDir, 'pages.js')).href)
    return renderPages()
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/** Fills page.html, the frame of every public page, and lets all documents ask for the typeface early. */
async function fillPages(pages: Record<string, PublicPage>): Promise<void> {
  const assets = await readdir(join(out, 'assets'))
  const font = assets.find((name) => /^inter-latin-opsz-normal-.*\.woff2$/.test(name))
  const preload = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin>`
  const withHead = (html: string, head: string) => html.replace('</head>', () => `${preload}${head}</head>`)
  const app = join(out, 'app.html')
  await writeFile(app, withHead(await readFile(app, 'utf8'), ''))
  const frame = await readFile(join(out, 'page.html'), 'utf8')
  await rm(join(out, 'page.html'))
  for (const [name, { head, body }] of Object.entries(pages)) {
    await writeFile(
      join(out, name),
      withHead(frame, head).replace('<!--page-->', () => body),
    )
  }
}

/** The error page is left out: the server writes the path into it. */
async function compressTexts(): Promise<void> {
  const brotli = promisify(brotliCompress)
  const files = await readdir(out, { recursive: true })
  const texts = files.filter((name) => ['.js', '.css', '.html', '.svg', '.txt'].includes(extname(name)))
  await Promise.all(
    texts
      .filter((name) => name !== '404.html')
      .map(async (name) => {
        const text = await readFile(join(out, name))
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
        await writeFile(join(out, `${name}.br`), await brotli(text, { params }))
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(text, { level: 9 }))
      }),
  )
}
