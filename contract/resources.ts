/**
 * What may be asked of each resource. Anything not listed here is answered with 400 'Invalid key x' (DECISIONS 11):
 * the filter compiler has no other source of field names.
 */
export type FieldType = 'id' | 'relation' | 'text' | 'number' | 'boolean' | 'instant'

export interface Resource {
  /** Fields that may be filtered on, with the type that their operands must have. */
  filterable: Record<string, FieldType>
  /** Fields that may be sorted by. */
  sortable: readonly string[]
  /** Relations that populate may name, with the resource behind them. */
  relations: Record<string, 'posts'>
  /** True where lists move and pages go by cursor (DECISIONS 12). */
  cursor: boolean
}

const identity = { id: 'id', documentId: 'id', createdAt: 'instant', updatedAt: 'instant' } as const
const dated = ['createdAt', 'updatedAt', 'id', 'documentId'] as const

export const resources = {
  projects: {
    filterable: { ...identity, name: 'text', website: 'text', summary: 'text', status: 'text', timeZone: 'text' },
    sortable: [...dated, 'name', 'status'],
    relations: {},
    cursor: false,
  },
  keywords: {
    filterable: { ...identity, project: 'relation', kind: 'text', query: 'text', status: 'text' },
    sortable: [...dated, 'query', 'kind', 'status'],
    relations: {},
    cursor: false,
  },
  competitors: {
    filterable: { ...identity, project: 'relation', name: 'text', website: 'text', status: 'text' },
    sortable: [...dated, 'name', 'status'],
    relations: {},
    cursor: false,
  },
  opportunities: {
    filterable: {
      ...identity,
      project: 'relation',
      score: 'number',
      label: 'number',
      state: 'text',
      saved: 'boolean',
      postedAt: 'instant',
    },
    sortable: ['score', 'postedAt', 'createdAt'],
    relations: { post: 'posts' },
    cursor: true,
  },
  imports: {
    filterable: { ...identity, project: 'relation', name: 'text', origin: 'text', state: 'text' },
    sortable: [...dated, 'name', 'state'],
    relations: {},
    cursor: false,
  },
} as const satisfies Record<string, Resource>
export type ResourceName = keyof typeof resources
