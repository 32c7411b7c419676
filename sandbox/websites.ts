import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, 'websites')

/** Returns the hosts of the websites: one folder per host, one file per page. */
export function websiteHosts(): string[] {
  return readdirSync(folder).toSorted()
}

/** Serves all of these hosts by their Host header. */
export function websiteServer(): Server {
  const pages = new Map(websiteHosts().flatMap(pagesOf))
  return createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').replace(/^www\./, '')
    const path = (request.url ?? '/').replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
    const page = pages.get(`${host}${path}`)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '<!doctype html><title>Not found</title><h1>Page not found</h1>')
  })
}

function pagesOf(host: string): [address: string, html: string][] {
  return readdirSync(join(folder, host)).map((file) => {
    const path = file === 'index.html' ? '' : file.replace(/\.html$/, '')
    return [`${host}/${path}`, readFileSync(join(folder, host, file), 'utf8')]
  })
}
