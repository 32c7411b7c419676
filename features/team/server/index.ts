/** What other features may use of this one. */
export { type MemberRow, memberOfUser } from './members.ts'
export { requireMember, requireTeammate } from './require-member.ts'
export { member } from './tables.ts'
