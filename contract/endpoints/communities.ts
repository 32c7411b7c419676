import { z } from 'zod'
import { CommunityProfile } from '../community.ts'
import { type Endpoint, envelope, one } from '../endpoint.ts'
import { communities } from './names.ts'

/** Which communities to tell of. */
const CommunityProfilesCreate = z.strictObject({ names: communities })

export const communitiesEndpoints = {
  communityProfilesCreate: {
    method: 'POST',
    path: '/community-profiles',
    access: 'inPerson',
    body: envelope(CommunityProfilesCreate),
    answer: one(z.array(CommunityProfile)),
  },
} as const satisfies Record<string, Endpoint>
