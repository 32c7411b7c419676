import { z } from 'zod'
import { type Endpoint, envelope, one } from '../endpoint.ts'
import { text } from '../texts.ts'
import { Preview, WebsiteProfile } from '../website.ts'
import { ProjectCreate } from './projects.ts'

/** A website to read. What is no website's address is told apart by whoever reads it. */
const WebsiteProfileCreate = z.strictObject({ website: text(500) })

/** A project before there is one: what would it find? */
export const PreviewCreate = ProjectCreate.pick({ summary: true, keywords: true, competitors: true })
export type PreviewCreate = z.input<typeof PreviewCreate>

export const websiteEndpoints = {
  websiteProfilesCreate: {
    method: 'POST',
    path: '/website-profiles',
    access: 'inPerson',
    body: envelope(WebsiteProfileCreate),
    answer: one(WebsiteProfile),
  },
  previewsCreate: {
    method: 'POST',
    path: '/previews',
    access: 'inPerson',
    body: envelope(PreviewCreate),
    answer: one(Preview),
  },
} as const satisfies Record<string, Endpoint>
