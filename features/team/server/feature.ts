import { type Feature, one, routes } from '#platform/server/feature.ts'
import { membersEndpoints } from '../contract.ts'
import { auditEntries } from './audit-entries.ts'
import { removeMember, transferProject, updateMember } from './change-members.ts'
import { acceptInvitation, inviteMember, readInvitation, resendInvitation } from './invite.ts'
import { members } from './members.ts'

export const teamFeature: Feature = {
  name: 'team',
  routes: [
    ...routes(membersEndpoints, {
      membersCreate: (ctx, { body }) => one(inviteMember(ctx, body)),
      membersUpdate: (ctx, { id, body }) => one(updateMember(ctx, { id, data: body })),
      membersDelete: (ctx, { id }) => removeMember(ctx, { id }),
      invitationFindOne: (ctx, { id, query }) => one(readInvitation(ctx, { id, ...query })),
      acceptancePut: (ctx, { id, body }) => one(acceptInvitation(ctx, { id, token: body.token })),
      invitationPut: (ctx, { id }) => one(resendInvitation(ctx, { id })),
      ownershipPut: (ctx, { id, body }) => one(transferProject(ctx, { projectId: id, memberId: body.member })),
    }),
  ],
  readings: { members, auditEntries },
}
