import pg from 'pg'

/** Returns whether a statement failed because it violated this unique index. */
export function violates(error: unknown, index: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === '23505' && cause.constraint === index
}
