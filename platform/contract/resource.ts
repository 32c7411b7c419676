import type { z } from 'zod'
import { Person } from './row.ts'

/** The types that the operands of a filter may have. */
export type FieldType = 'id' | 'relation' | 'text' | 'number' | 'boolean' | 'instant'

/** What rows look like to clients: their fields, and the relations that populate may name, each with what it leads to. */
export interface Shown {
  /** Its keys are the fields; those that are relations come by populate alone. */
  entity: z.ZodObject
  relations: Readonly<Record<string, Shown>>
}

/**
 * What may be asked of the rows at one path. A key that is not listed here is answered with 400 'Invalid key x'
 * (DECISIONS 11): filters and sorting have no other source of field names.
 */
export interface Resource extends Shown {
  /** The path's first part in camel case: `alertRules` is at /alert-rules. */
  name: string
  /** Fields that may be filtered on, with the type that their operands must have. */
  filterable: Readonly<Record<string, FieldType>>
  /** Fields that may be sorted by. */
  sortable: readonly string[]
  /** True where lists move, so that pages go by cursor (DECISIONS 12). */
  cursor: boolean
}

/** Filters that every resource has. */
export const identity = { id: 'id', documentId: 'id', createdAt: 'instant', updatedAt: 'instant' } as const
/** Fields that almost every resource may be sorted by. */
export const dated = ['createdAt', 'updatedAt', 'id', 'documentId'] as const

/** A user as the members of a project see them: no more than an invitation tells (DECISIONS 13). */
export const users: Shown = { entity: Person, relations: {} }
