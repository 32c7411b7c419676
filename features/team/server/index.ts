/** What other features may use of this one. */
export { requireMember, requireTeammate } from './require-member.ts'
