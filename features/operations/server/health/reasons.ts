/** The name and code of a failed job's last error (fault.ts). */
export interface Cause {
  error: string | null
  code: string | null
}

/** Texts for classes of PostgreSQL error codes and for system error names. The first match wins. */
const meanings: [code: RegExp, reason: string][] = [
  [
    /^(08|57P0[1-4]|CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/,
    "The database couldn't be reached",
  ],
  [/^(53100|58030|ENOSPC|EDQUOT)/, 'The disk is full'],
  [/^53300/, 'The database ran out of connections'],
  [/^(53200|53400|53)/, 'The database ran out of memory'],
  [/^(40001|40P01|55P03)/, 'The database was busy with the same rows'],
  [/^57014/, 'The database query timed out'],
  [/^(25006|57P05)/, 'The database is read-only'],
  [/^(28|42501)/, 'The database user lacks a permission'],
  [/^(42P01|42703|42883|3F000)/, 'The database does not match this version of Earshot'],
  [/^(23|22)/, 'The new data conflicts with existing data'],
  [/^(ENOENT|EACCES|EPERM|EISDIR)/, "A file couldn't be read"],
  [/^(EMFILE|ENFILE)/, 'Too many files were open'],
]

/** Returns why a job was given up, as text for users. */
export function reasonOf({ error, code }: Cause): string {
  const meaning = meanings.find(([pattern]) => code !== null && pattern.test(code))
  if (meaning) return meaning[1]
  // pg-boss's own messages.
  if (error === 'job heartbeat timeout') return 'The worker process stopped repeatedly'
  if (error === 'job timed out') return 'The job timed out'
  return `Internal error (${code ?? error ?? 'unknown'}). See the server log for details.`
}
