/** The exports for other features. */
export { requireMember, requireTeammate } from './require-member.ts'
