import { and, eq } from 'drizzle-orm'
import { type AudienceGap, campaignDays } from '#engine/messages/campaigns.ts'
import { governorLimits } from '#engine/messages/governor.ts'
import { sameTextForm } from '#engine/messages/text-form.ts'
import { dayMs } from '#engine/rules/wall-clock.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { CampaignPreview } from '../../contract-campaigns.ts'
import { campaign, campaignPerson } from '../tables.ts'
import { candidatesOf } from './audience.ts'
import { stepFiller } from './fill-step.ts'

const samplesMost = 10

/** Returns what a campaign would write to whom, who is left out, and how long it takes. Writes nothing. */
export async function previewCampaign(ctx: Ctx, { id }: { id: string }): Promise<CampaignPreview> {
  return readOnly(ctx, async (tx) => {
    const [row] = await tx
      .select()
      .from(campaign)
      .where(and(ownProjects(ctx, campaign.projectId), eq(campaign.id, id)))
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    const { projectId, steps, perDay } = row
    requireRight(ctx, projectId, 'readOutreach')
    const written = await tx
      .select({ personId: campaignPerson.personId, step: campaignPerson.step })
      .from(campaignPerson)
      .where(and(eq(campaignPerson.projectId, projectId), eq(campaignPerson.campaignId, id)))
    const isWritten = new Set(written.filter(({ step }) => step > 0).map(({ personId }) => personId))
    const candidates = (await candidatesOf(tx, row)).filter((each) => !isWritten.has(each.id))
    const fill = await stepFiller(tx, row)
    const leftOut: Partial<Record<AudienceGap, number>> = {}
    for (const { gap } of candidates) if (gap !== null) leftOut[gap] = (leftOut[gap] ?? 0) + 1
    const people = candidates
      .filter(({ gap }) => gap === null)
      .map((person) => ({ person, texts: steps.map(({ text }) => fill(text, person)) }))
    const reached = people.filter(({ texts }) => texts.every((text) => 'text' in text))
    const alike = mostAlike(
      reached.map(({ person, texts: [first] }) =>
        first && 'text' in first ? sameTextForm(first.text, person.handle) : '',
      ),
    )
    const sameTextDays = governorLimits.sameTextMs / dayMs
    const days = campaignDays({ people: reached.length, perDay, alike, sameTextDays, steps })
    return {
      ...{ people: people.length, leftOut, alike, faults: people.length - reached.length },
      samples: people.slice(0, samplesMost).map(({ person, texts }) => ({
        ...{ person: person.id, handle: person.handle },
        texts: texts.map((text) =>
          'text' in text ? { text: text.text, fault: null } : { text: null, fault: text.fault },
        ),
      })),
      until: reached.length === 0 ? null : new Date(ctx.now().getTime() + days * dayMs).toISOString(),
    }
  })
}

/** Returns how often the most frequent of these occurs. */
function mostAlike(forms: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
