/** What is known about why a job was given up: the name and code of its last error (fault.ts). */
export interface Cause {
  error: string | null
  code: string | null
}

/** What the classes of PostgreSQL's error codes, or the names of the system's, mean to people. The first that fits. */
const meanings: [code: RegExp, reason: string][] = [
  [
    /^(08|57P0[1-4]|CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/,
    'The database could not be reached',
  ],
  [/^(53100|58030|ENOSPC|EDQUOT)/, 'The disk is full'],
  [/^53300/, 'The database had no connection to spare'],
  [/^(53200|53400|53)/, 'The database was out of memory'],
  [/^(40001|40P01|55P03)/, 'The database was too busy: others held on to the same rows'],
  [/^57014/, 'The database took too long and was stopped'],
  [/^(25006|57P05)/, 'The database takes no changes at the moment'],
  [/^(28|42501)/, 'The database user lacks a right'],
  [/^(42P01|42703|42883|3F000)/, 'The database and this version of the program do not fit together'],
  [/^(23|22)/, 'What was to be written contradicts what is there'],
  [/^(ENOENT|EACCES|EPERM|EISDIR)/, 'A file could not be read'],
  [/^(EMFILE|ENFILE)/, 'Too many files were open'],
]

/** Why a job was given up, for people. */
export function reasonOf({ error, code }: Cause): string {
  const known = meanings.find(([pattern]) => code !== null && pattern.test(code))
  if (known) return known[1]
  // The queue's own words.
  if (error === 'job heartbeat timeout') return 'The process that worked on it ended again and again'
  if (error === 'job timed out') return 'It took too long'
  return `A fault of the program (${code ?? error ?? 'unknown'}); the log says where`
}
