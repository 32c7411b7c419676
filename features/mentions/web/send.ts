import { changeQueue } from '#platform/web/api/in-order.ts'

/** The changes of mentions made here, in order. */
export const changes = changeQueue()
