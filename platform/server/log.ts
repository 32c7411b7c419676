import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { faultOf } from './faults/fault.ts'

/** Names under which something may be that no log should hold, at any of the first levels of what is logged. */
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
 * The log: a JSON line each on standard output. Of an error only its name, code and place are kept, since its message
 * may quote the rows or the statement it was about (fault.ts); of a request only its method and path.
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

/** Lines that standard output doesn't take are kept up to this many characters, and written once it does. */
const keptChars = 1_000_000

/** Standard output. It may be a file on a full disk, which is no reason to end the process. */
function standardOutput(): DestinationStream {
  // Synchronous, because the asynchronous kind tries forever to write the rest when the process exits.
  const output = pino.destination({ dest: 1, sync: true, maxLength: keptChars })
  output.on('error', () => {
    // There is nowhere to say so; the next line tries again.
  })
  return output
}

/** Takes the messages of errors out: the logger would make them its own. */
function withoutMessages(this: Logger, values: Parameters<LogFn>, method: LogFn): void {
  const [first, text, ...rest] = values as unknown[]
  const error = first instanceof Error ? first : isWithError(first) ? first.err : null
  if (error === null) {
    Reflect.apply(method, this, values)
    return
  }
  const kept = first instanceof Error ? {} : { ...(first as object), err: undefined }
  const said = typeof text === 'string' && !text.includes(error.message) ? text : 'error'
  Reflect.apply(method, this, [{ ...kept, ...faultOf(error) }, said, ...rest])
}

function isWithError(value: unknown): value is { err: Error } {
  return typeof value === 'object' && value !== null && 'err' in value && value.err instanceof Error
}

/** A path as it may be logged: no query, and no segment longer than an id, which may be somebody's key to something. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return path
    .split('/')
    .map((segment) => (segment.length > 36 ? '…' : segment))
    .join('/')
}
