import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { imageSize } from 'image-size'
import { build, type Rolldown } from 'vite'
import { authPaths } from '#engine/rules/paths.ts'
import { SiteManifest } from '#platform/contract/site.ts'
import { refuseFaults } from '#site/check-links.ts'
import { readContent } from '#site/content.ts'
import { iconsOf } from '#site/icons.ts'
import { scoredExample } from '#site/pages/scored-example.ts'
import type { RenderedPage, renderSite, SiteFile } from '#site/pages.tsx'
import type { Pictures } from '#site/pictures.ts'
import { socialPath, socialPicture } from '#site/social-picture.ts'

/**
 * `node app/web/build.ts --out DIR` builds everything that browsers load into DIR: the app (app.html), the prerendered
 * public pages (site/, listed in site.json), hashed assets, and compressed copies of text files.
 */
const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) throw new Error('--out is missing. Usage: node app/web/build.ts --out DIR')
const out = resolve(values.out)
const web = import.meta.dirname
const contentFolder = join(web, '../../site/content')
const configFile = join(web, 'vite.config.ts')

await mkdir(out, { recursive: true })
// The site is built separately: otherwise shared chunks would contain everything that the app needs to start.
const [site] = await Promise.all([renderedSite(), bundle('app.html', { assets: 'public' }), bundle('page.html')])
await writeSite(site)
await preloadFont('app.html')
await compressTexts()

async function bundle(entry: string, { assets }: { assets?: string } = {}): Promise<void> {
  await build({
    configFile,
    logLevel: 'warn',
    publicDir: assets ?? false,
    build: { outDir: out, emptyOutDir: false, rolldownOptions: { input: entry } },
  })
}

interface RenderedSite {
  pages: RenderedPage[]
  files: SiteFile[]
}

/** Renders the public pages and puts their pictures in place. Throws if a page has a fault. */
async function renderedSite(): Promise<RenderedSite> {
  const content = readContent(contentFolder)
  const pictures = await placePictures()
  const icons = iconsOf(await readFile(join(web, 'public/favicon.svg'), 'utf8'))
  for (const { path, bytes } of icons.files) await write(path, bytes)
  const outDir = await mkdtemp(join(tmpdir(), 'earshot-pages-'))
  try {
    const rolldownOptions: Rolldown.InputOptions = { input: join(web, '../../site/pages.tsx') }
    await build({
      configFile,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        ssr: true,
        chunkSizeWarningLimit: 10_000,
        rolldownOptions,
      },
    })
    const pages: { renderSite: typeof renderSite } = await import(pathToFileURL(join(outDir, 'pages.js')).href)
    const links = new Map<string, [title: string, description: string]>()
    const site = pages.renderSite({
      content,
      pictures,
      icons: icons.manifest,
      example: scoredExample(),
      socialPicture: (title, description) => {
        const path = socialPath(title, description)
        links.set(path, [title, description])
        return path
      },
    })
    refuseFaults(site.pages, ['/blog/feed.xml', ...authPaths])
    for (const [path, [title, description]] of links) await write(path, await socialPicture(title, description))
    return site
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/** Copies the content's pictures to where they are served, named by content hash. */
async function placePictures(): Promise<Pictures> {
  const folder = join(contentFolder, 'pictures')
  const pictures: Pictures = {}
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file))
    const { width, height } = imageSize(bytes)
    const { name, ext } = parse(file)
    const url = `/assets/pictures/${name}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 10)}${ext}`
    await write(url, bytes)
    pictures[file] = { url, width, height }
  }
  return pictures
}

/** Fills page.html, the frame of all public pages, and records which file serves which path. */
async function writeSite({ pages, files }: RenderedSite): Promise<void> {
  await preloadFont('page.html')
  const frame = await readFile(join(out, 'page.html'), 'utf8')
  await rm(join(out, 'page.html'))
  const manifest: SiteManifest = { documents: {}, error: 'site/error.html', scripts: inlineScripts(frame) }
  for (const { path, head, body } of pages) {
    const file = path === null ? manifest.error : `site${path === '/' ? '/index' : path}.html`
    const document = frame.replace('</head>', () => `${head}</head>`).replace('<!--page-->', () => body)
    await write(file, document)
    if (path !== null) manifest.documents[path] = { file, type: 'text/html; charset=utf-8' }
  }
  for (const { path, type, text } of files) {
    await write(`site${path}`, text)
    manifest.documents[path] = { file: `site${path}`, type }
  }
  await write('site.json', JSON.stringify(SiteManifest.parse(manifest)))
}

/** Returns the content security policy hashes of the frame's inline scripts. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Preloads the typeface in a document. */
async function preloadFont(file: string): Promise<void> {
  const assets = await readdir(join(out, 'assets'))
  const font = assets.find((name) => /^inter-latin-opsz-normal-.*\.woff2$/.test(name))
  const preload = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin>`
  const html = await readFile(join(out, file), 'utf8')
  await writeFile(
    join(out, file),
    html.replace('</head>', () => `${preload}</head>`),
  )
}

async function write(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = join(out, path)
  if (!existsSync(dirname(file))) await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** Compresses text files, except the documents of the site: the server inserts its address into them. */
async function compressTexts(): Promise<void> {
  const brotli = promisify(brotliCompress)
  const files = await readdir(out, { recursive: true })
  const texts = files.filter((name) => ['.js', '.css', '.html', '.svg', '.txt'].includes(extname(name)))
  await Promise.all(
    texts
      .filter((name) => !name.startsWith('site/'))
      .map(async (name) => {
        const text = await readFile(join(out, name))
        // The best quality, 11, takes more than twice as long and saves another 2 %.
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 10 }
        await writeFile(join(out, `${name}.br`), await brotli(text, { params }))
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(text, { level: 9 }))
      }),
  )
}
