import type { PersonStage } from '../../contract-stages.ts'

export const kinds = ['open', 'won', 'lost'] as const satisfies readonly PersonStage['kind'][]

export const kindNames: Record<PersonStage['kind'], { name: string; detail: string }> = {
  open: { name: 'Open', detail: 'Nothing is decided yet' },
  won: { name: 'Won', detail: 'They became customers' },
  lost: { name: 'Lost', detail: "They won't become customers" },
}
