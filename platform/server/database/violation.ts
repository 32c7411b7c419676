import pg from 'pg'

/** Whether a statement failed because a row like it is there already, by the name of the unique index. */
export function violates(error: unknown, index: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === '23505' && cause.constraint === index
}
