import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer as createVite } from 'vite'

/** The API and the app's pages at one address, with each module of the pages as a separate script. */
export interface Served {
  address: string
  close(): Promise<void>
}

/** Opens the address before anything is served, since the API needs to know it. */
export async function openAddress(): Promise<{ server: Server; address: string }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export async function serve(
  { server, address }: Awaited<ReturnType<typeof openAddress>>,
  app: FastifyInstance,
  { webRoot, cacheDir }: { webRoot: string; cacheDir: string },
): Promise<Served> {
  await app.ready()
  const vite = await createVite({
    configFile: join(webRoot, 'vite.config.ts'),
    cacheDir,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { strict: false } },
  })
  const page = async (): Promise<string> =>
    vite.transformIndexHtml('/app.html', readFileSync(join(webRoot, 'app.html'), 'utf8'))
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/api/')) return app.routing(request, response)
    if (request.headers.accept?.includes('text/html')) {
      const answer = (html: string) => response.setHeader('content-type', 'text/html').end(html)
      return void page().then(answer, (error) => response.writeHead(500).end(String(error)))
    }
    vite.middlewares(request, response)
  })
  return {
    address,
    close: async () => {
      await vite.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
