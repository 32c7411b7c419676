import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../contract/errors.ts'
import { sendError } from '../errors.ts'

type IconSet = Parameters<typeof getIcons>[0]

/** The sets with icons that the style sheets don't include (DECISIONS 27). */
const files: Record<string, string> = {
  bxl: import.meta.resolve('@iconify-json/bxl/icons.json'),
  lucide: import.meta.resolve('@iconify-json/lucide/icons.json'),
}
/** `google,github`, up to 200 names. */
const names = /^[a-z0-9]+(?:[,-][a-z0-9]+){0,199}$/
/** One week in seconds: icons hardly ever change. */
const maxAge = 7 * 24 * 60 * 60

/** Serves `/icons/{prefix}.json?icons=a,b` like the public icon services (SPEC 7). Reads a set at its first request. */
export function registerIcons(app: FastifyInstance): void {
  const sets = new Map<string, Promise<IconSet>>()
  const setOf = (prefix: string, file: string) => {
    const set = sets.get(prefix) ?? readFile(fileURLToPath(file), 'utf8').then((text): IconSet => JSON.parse(text))
    sets.set(prefix, set)
    return set
  }
  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    '/icons/:file',
    async (request, reply) => {
      const [, prefix = ''] = /^([a-z0-9-]+)\.json$/.exec(request.params.file) ?? []
      const { icons } = request.query
      const file = Object.hasOwn(files, prefix) ? files[prefix] : undefined
      if (!file || typeof icons !== 'string' || !names.test(icons)) {
        return sendError(reply, new ApiError('NotFoundError', 'Icon set not found'))
      }
      const requested = icons.split(',')
      const set = await setOf(prefix, file)
      const found = getIcons(set, requested, true) ?? { prefix, icons: {}, not_found: requested }
      return reply.header('cache-control', `public, max-age=${maxAge}`).send(found)
    },
  )
}
