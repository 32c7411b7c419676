import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorTitle } from '../../../contract/error-titles.ts'
import type { ApiError } from '../../../contract/errors.ts'
import { errorMarks, originMark, SiteManifest, titleMark } from '../../../contract/site.ts'

/** A build's public pages, other documents with a fixed path (feed, sitemap, robots), and the document of the app. */
export interface Documents {
  /** The folder of the build. */
  webRoot: string
  has(path: string): boolean
  /** Sends the document at a path for which has() is true. */
  send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply>
  /** Sends the document of the app with the title of its page, revalidated unless told otherwise. */
  sendApp(
    request: FastifyRequest,
    reply: FastifyReply,
    title: string,
    options?: { revalidated: boolean },
  ): Promise<FastifyReply>
  /** Sends the error page (SPEC 2, 8). */
  sendError(reply: FastifyReply, error: ApiError): FastifyReply
}

interface Document {
  type: string
  text: string
  etag: string
  packed: Map<string, Promise<Buffer>>
}

const html = 'text/html; charset=utf-8'
const packers = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 9 }),
}

/**
 * Reads a build's documents into memory (1 to 2 MB). Inserts this installation's URL, which the build doesn't know:
 * canonical links, feed and sitemap need absolute URLs. Documents are compressed at their first request.
 */
export async function openDocuments(webRoot: string, publicUrl: string): Promise<Documents> {
  const manifest = SiteManifest.parse(JSON.parse(await readFile(join(webRoot, 'site.json'), 'utf8')))
  const origin = escapeHtml(publicUrl)
  const read = async (file: string) =>
    (await readFile(join(webRoot, file), 'utf8')).replaceAll(originMark, () => origin)
  const documents = new Map<string, Document>(
    await Promise.all(
      Object.entries(manifest.documents).map(
        async ([path, { file, type }]): Promise<[string, Document]> => [path, documentOf(type, await read(file))],
      ),
    ),
  )
  const errorPage = await read(manifest.error)
  const app = await read('app.html')
  /** The document of the app by its title: one per page, so there are few. */
  const titled = new Map<string, Document>()

  /** Adds the hashes of the documents' inline scripts to the common policy. */
  const allowScripts = (reply: FastifyReply) => {
    const policy = String(reply.getHeader('content-security-policy'))
    const scripts = ["script-src 'self'", ...manifest.scripts].join(' ')
    return reply.header('content-security-policy', policy.replace("script-src 'self'", scripts))
  }

  return {
    webRoot,
    has: (path) => documents.has(path),
    async send(request, reply, path) {
      const document = documents.get(path)!
      if (document.type === html) allowScripts(reply)
      return sendRevalidated(request, reply, document)
    },
    async sendApp(request, reply, title, { revalidated } = { revalidated: true }) {
      const document =
        titled.get(title) ??
        documentOf(
          html,
          app.replace(titleMark, () => escapeHtml(title)),
        )
      titled.set(title, document)
      return revalidated ? sendRevalidated(request, reply, document) : sendPacked(request, reply, document)
    },
    sendError(reply, { status, message }) {
      const values = new Map([
        [errorMarks.status, String(status)],
        [errorMarks.name, errorTitle(status)],
        [errorMarks.message, message],
      ])
      // In a single pass, since the values may contain placeholders themselves.
      const page = errorPage.replaceAll(/\{\{\w+\}\}/g, (mark) => escapeHtml(values.get(mark) ?? mark))
      return allowScripts(reply).code(status).type(html).header('cache-control', 'no-cache').send(page)
    },
  }
}

function documentOf(type: string, text: string): Document {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { type, text, etag, packed: new Map() }
}

/** Sends a document, or only that the browser has it already. */
async function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-cache', etag: document.etag })
  if (!isCached(request.headers['if-none-match'], document.etag)) return sendPacked(request, reply, document)
  return reply.header('vary', 'accept-encoding').code(304).send()
}

async function sendPacked(request: FastifyRequest, reply: FastifyReply, document: Document): Promise<FastifyReply> {
  const { type, text, packed } = document
  reply.header('vary', 'accept-encoding').type(type)
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(text)
  const body = packed.get(encoding) ?? packers[encoding](text)
  packed.set(encoding, body)
  return reply.header('content-encoding', encoding).send(await body)
}

/** Returns whether the browser has this version cached. */
function isCached(header: string | undefined, etag: string): boolean {
  const marks = (header ?? '').split(',').map((mark) => mark.trim())
  return marks.includes('*') || marks.includes(etag) || marks.includes(etag.slice('W/'.length))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns the smallest encoding that an Accept-Encoding header accepts, or null for none. */
export function encodingOf(header: string | undefined): 'br' | 'gzip' | null {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      const weight = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return [name.trim(), weight === undefined ? 1 : Number(weight)] as const
    }),
  )
  return (['br', 'gzip'] as const).find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0) ?? null
}
