import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { faultOf } from './faults/fault.ts'

/** Names of values that must not be logged, at any of the first levels. */
const secrets = [
  'password',
  'currentPassword',
  'passwordConfirmation',
  'passwordHash',
  'password_hash',
  'jwt',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'secrets',
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'connectionString',
  'databaseUrl',
  'smtpUrl',
  'SMTP_URL',
  'bodyText',
  'bodyHtml',
  'DATABASE_URL',
  'SECRET',
  'headers',
  'body',
  'query',
  'querystring',
  'params',
  'parameters',
  'detail',
]
const paths = secrets.map((name) => (/^\w+$/.test(name) ? name : `["${name}"]`))

/**
 * Opens the log: one JSON line per entry on standard output. Logs only the name, code and location of an error, since
 * its message may quote rows or the statement (fault.ts), and only the method and path of a request.
 */
export function openLog(level: string, base: Record<string, string> = {}, destination?: DestinationStream): Logger {
  const options = {
    level,
    base,
    redact: paths.flatMap((path) => (path.startsWith('[') ? [path, `*${path}`] : [path, `*.${path}`, `*.*.${path}`])),
    serializers: {
      err: (error: unknown) => (error instanceof Error ? faultOf(error) : error),
      req: ({ method = '', url = '' }: { method?: string; url?: string }) => ({ method, path: loggedPath(url) }),
      res: ({ statusCode = 0 }: { statusCode?: number }) => ({ status: statusCode }),
    },
    hooks: { logMethod: withoutMessages },
  }
  return pino(options, destination ?? standardOutput())
}

/** How many characters of unwritten lines are buffered until standard output accepts them again. */
const keptChars = 1_000_000

/** Opens standard output. It may be a file on a full disk, which must not end the process. */
function standardOutput(): DestinationStream {
  // Synchronous, because an asynchronous one tries forever to write the rest when the process exits.
  const output = pino.destination({ dest: 1, sync: true, maxLength: keptChars })
  output.on('error', () => {
    // The error can't be logged. The next line tries again.
  })
  return output
}

/** Removes error messages, which the logger would otherwise use as its own. */
function withoutMessages(this: Logger, values: Parameters<LogFn>, method: LogFn): void {
  const [first, text, ...rest] = values as unknown[]
  const error = first instanceof Error ? first : isWithError(first) ? first.err : null
  if (error === null) {
    Reflect.apply(method, this, values)
    return
  }
  const fields = first instanceof Error ? {} : { ...(first as object), err: undefined }
  const message = typeof text === 'string' && !text.includes(error.message) ? text : 'error'
  Reflect.apply(method, this, [{ ...fields, ...faultOf(error) }, message, ...rest])
}

function isWithError(value: unknown): value is { err: Error } {
  return typeof value === 'object' && value !== null && 'err' in value && value.err instanceof Error
}

/** Returns a path that is safe to log: no query, and no segment longer than an id, since it may be a secret key. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return path
    .split('/')
    .map((segment) => (segment.length > 36 ? '…' : segment))
    .join('/')
}
