import { agoText } from '#platform/web/text/age.ts'
import type { Companion } from '../../contract-team.ts'

/** The lead that is open. */
interface Here {
  projectId: string
  leadId: string
}

/** Returns who is at a lead or in its thread, in a sentence. */
export function companionText({ kind, opportunity, project, by, at }: Companion, here: Here, now: number): string {
  const who = by ?? 'A former member'
  const where = project.id === here.projectId ? '' : ` for ${project.name}`
  switch (kind) {
    case 'answering':
      return opportunity === here.leadId ? `${who} is answering.` : `${who} is answering in this thread${where}.`
    case 'claimed':
      return `${who} claimed this lead ${agoText(at, now)}.`
    case 'replied':
      return `${who} replied in this thread${where} ${agoText(at, now)}.`
  }
}
