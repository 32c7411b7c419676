/**
 * Phrases about promotion in community rules, by language. Phrases are separated by bars and written without capitals,
 * accents, hyphens and apostrophes; `*` is the rest of a word, `#` a number.
 */
export interface PromotionWords {
  /** Shows that a sentence is about promotion. */
  about: string
  forbids: string
  /** Says when a ban does not hold: after asking, on certain days, in certain threads, or how often. */
  exceptions: string
  /** Says how promotion is allowed, or how much is too much. Ignored after a ban on promotion. */
  terms: string
  allows: string
}

/** Numbers and Reddit's own terms, in any language. */
const excepted =
  '9:1|1:9|10:1|1:10|9 to 1|90/10|90:10|10/90|80/20|10%|10 %|10 percent|# %|#%|modmail|mod mail|megathread*'
const everywhere = 'flair*|karma'

export const promotionWords: Record<string, PromotionWords> = {
  en: {
    about: `promo|promos|promote|promotes|promoted|promoting|promotion|promotions|promotional|self promo*|selfpromo*
      |advert|adverts|advertis*|advertiz*|ad|ads|plug|plugs|plugging|shill|shills|shilling|solicit|solicits|soliciting
      |solicitation*|sales pitch*|pitch your*|pitching|marketing posts|marketing content|marketing material|market your*
      |marketing spam|marketing your*|blogspam|blog spam|commercial posts|commercial content|commercial links|commercial activity
      |commercial activities|vendor|vendors|your own content|your own product*|your own service*|your own site|your own website
      |your own blog|your own app|your own channel|your own business|your own work|own product|own products|own content
      |share your startup|share your app|share your product*|share your project*|share your business|share what you*
      |link to your*|links to your*|linking to your*|linking your*|post your product*|post your app|post your own
      |posting your own|showcase your*|your startup|drum up business|drumming up business|find customers|finding customers
      |offer your services|offering your services|offering services|selling|for sale posts|sell your*|sell anything`,
    forbids: `no|not|dont|do not|never|cannot|cant|wont|isnt|arent|prohibit*|forbid*|ban|banned|bans|disallow*|against the rules
      |zero tolerance|be removed|are removed|is removed|get removed|gets removed|be deleted|are deleted|removal|avoid|refrain|stop
      |elsewhere|unwelcome|unwanted|keep out`,
    exceptions: `${excepted}|only in|only on|only with|only after|only via|only through|only allowed|only permitted|on * only
      |in * only|unless|except|exception*|excepted|outside of|outside the|other than|once a|once per|once every|twice a|per day
      |per week|per month|per year|each week|each month|every other|daily thread*|weekly thread*|monthly thread*|weekly post
      |monthly post|dedicated thread*|dedicated post|designated thread*|designated day*|promo thread*|promotion thread*
      |self promotion thread*|sharing thread*|feedback thread*|pinned post|pinned thread|sticky thread|stickied thread|monday
      |mondays|tuesday|tuesdays|wednesday|wednesdays|thursday|thursdays|friday|fridays|saturday|saturdays|sunday|sundays|weekend
      |weekends|one in ten|1 in 10|one out of ten|1 out of 10|message the mod*|message a mod*|message mod*|contact the mod*
      |contact mod*|ask the mod*|ask mod*|ask a mod*|ask us first|ask first|ask before|mods first|permission|approval|preapproved
      |consent|at most|no more than|not more than`,
    terms: `${everywhere}|only if|only when|only as|only once|only for|only during|only by|a day|a week|a month|a year|every # *
      |every week|every month|pinned|sticky|stickied|the thread|threads|ratio|disclose*|disclosing|disclosure|transparent
      |transparency|be upfront|be open about|affiliation|affiliations|say that it*|say that you*|state that*|state your*
      |identify yourself|approved|approve|verified|verification|limit|limited|limits|limiting|sparingly|in moderation|restraint
      |restrained|restricted|excessive*|too much|overly|constant*|repeated*|frequent*|low effort|unsolicited|undisclosed|hidden
      |stealth|covert|account age|days old|months old|active member*|active in|actively|participat*|contribut*
      |part of the community|part of this community|member first|established|regular member*|regulars|regular user*|as long as
      |provided that|provided you*|maximum|minimum|guideline*|must|has to|have to|need to|needs to|just here to|only here to
      |only to|sole purpose|main purpose`,
    allows: `welcome|welcomed|welcomes|encourage|encouraged|encourages|allow|allowed|allows|permitted|feel free|ok|okay|fine
      |accepted|acceptable|invited|go ahead|please share|please post|love to see|love seeing|happy to see|share your*|share what you*
      |show off|show us|showcase your*|tell us about your*`,
  },
  de: {
    about: `werbung|eigenwerbung|schleichwerbung|fremdwerbung|werbe*|werben|wirb|reklame|promo|promotion|eigenpromo*|selbstpromo*
      |selbstdarstellung|eigene produkte|eigenes produkt|eigene projekte|eigene kanale|eigenen kanal`,
    forbids: `kein|keine|keinen|keiner|keinerlei|nicht|nie|niemals|verbot*|untersagt|unerwunscht|unterlass*|geloscht|entfernt
      |gebannt|gesperrt`,
    exceptions: `${excepted}|ausser|ausgenommen|ausnahme*|nur im|nur in|nur am|nur mit|nur nach|hochstens|einmal|pro tag|pro woche|pro monat
      |im monat|in der woche|sammelthread*|montag*|dienstag*|mittwoch*|donnerstag*|freitag*|samstag*|sonntag*|wochenend*|absprache
      |abgesprochen|rucksprache|erlaubnis|genehmig*|zustimmung`,
    terms: `${everywhere}|nur|maximal|thread*|vorher|anfrage|kennzeichn*|gekennzeichnet|erkennbar|ubermassig*|mit mass|in massen|sparsam
      |solange|sofern|falls`,
    allows: 'erlaubt|willkommen|erwunscht|gern|gerne|gestattet|zulassig|durft|darfst|okay|ok',
  },
  es: {
    about: `publicidad|publicitari*|autopromo*|auto promo*|autobombo|promocion*|promociones|anuncio|anuncios|anunciar|anunciarse
      |anuncies|promo|spam comercial`,
    forbids: 'no|sin|ni|nunca|prohib*|evita*|eviten|eliminad*|eliminan|elimina|borrad*|baneo|vetad*',
    exceptions: `${excepted}|solo en|solo los|solo con|salvo|excepto|a menos que|como mucho|una vez|al mes|por mes|por semana|a la semana|por dia
      |permiso|autorizacion|lunes|martes|miercoles|jueves|viernes|sabado|sabados|domingo|domingos`,
    terms: `${everywhere}|solo|unicamente|maximo|hilo|hilos|consult*|previo|previa|excesiv*|con medida|moderada|moderacion|identific*
      |etiquet*|diciendo|siempre que|siempre y cuando`,
    allows: 'permitid*|permite|permiten|bienvenid*|puedes|pueden|podeis|anima*|se acepta*|adelante',
  },
  fr: {
    about: `publicite|publicites|publicitaire*|pub|pubs|autopromo*|auto promo*|promotion|promotions|promotionnel*|demarchage
      |reclame|vos propres|votre propre`,
    forbids: 'pas|ni|aucun|aucune|jamais|non|interdi*|defendu*|proscri*|prohib*|banni*|supprim*|evite*',
    exceptions: `${excepted}|sauf|hormis|excepte|exception*|au plus|une fois|par semaine|par mois|par jour|autorisation|accord|permission|lundi
      |mardi|mercredi|jeudi|vendredi|samedi|dimanche`,
    terms: `${everywhere}|uniquement|seulement|maximum|fil|fils|prealable|contacte*|excessi*|mesure|abus*|modere*|en le disant|annonce*
      |tant que|a condition`,
    allows: 'permis|permise|permises|bienvenu*|autorise*|encourag*|accepte*|tolere*|possible',
  },
  pt: {
    about:
      'publicidade|publicitari*|propaganda|propagandas|autopromo*|auto promo*|promocao|promocoes|divulga*|anuncio|anuncios|anunciar|promo',
    forbids: 'nao|sem|nem|nunca|proibi*|nada de|vedad*|removid*|apagad*|evite|evitem|banid*|banimento',
    exceptions: `${excepted}|so em|so no|so na|so com|so aos|apenas em|apenas no|apenas na|apenas com|apenas aos|exceto|salvo|a menos que|uma vez
      |por semana|por mes|ao mes|por dia|permissao|autorizacao|sabado|sabados|domingo|domingos`,
    terms: `${everywhere}|apenas|somente|maximo|topico|topicos|previa|previo|excessiv*|moderad*|desde que|contanto que|identifi*`,
    allows: 'permitid*|permite|permitimos|bem vind*|liberad*|incentiv*|pode|podem|fique a vontade|aceit*',
  },
  it: {
    about: `pubblicita|pubblicitari*|autopromo*|auto promo*|promozion*|sponsorizza*|promo|spam commerciale|propri prodotti`,
    forbids: 'no|non|niente|nessun*|mai|ne|viet*|proibit*|divieto|rimoss*|evita*|bannat*',
    exceptions: `${excepted}|solo in|solo nel|solo con|tranne|salvo|eccetto|a meno che|una volta|al mese|a settimana|al giorno|permesso
      |autorizzazione|consenso|sabato|domenica`,
    terms: `${everywhere}|solo|soltanto|solamente|massimo|thread|previa|previo|eccessiv*|moderazione|purche|dichiara*`,
    allows: 'permess*|consentit*|benvenut*|ammess*|incoraggia*|accettat*|potete|puoi',
  },
  nl: {
    about: 'reclame*|zelfpromo*|promotie*|promoten|promo|adverte*|eigen producten',
    forbids: 'geen|niet|nooit|verboden|verwijderd|verbod*|vermijd*',
    exceptions: `${excepted}|alleen in|alleen op|alleen met|alleen na|behalve|tenzij|uitzondering*|hoogstens|een keer|eenmaal|per week|per maand
      |per dag|toestemming|overleg|zaterdag*|zondag*`,
    terms: `${everywhere}|alleen|maximaal|draad|draadje|vooraf|overmatig*|met mate|mits|zolang`,
    allows: 'toegestaan|welkom|mag|mogen|gerust',
  },
  pl: {
    about: 'reklam*|autopromoc*|autoreklam*|promocj*|promowan*|promowac',
    forbids: 'zakaz*|bez|nie|zabron*|niedozwolon*|usuwan*|zadnych',
    exceptions: `${excepted}|tylko w|tylko za|oprocz|chyba ze|wyjat*|najwyzej|raz w|raz na|zgoda|zgody|zgode|sobot*|niedziel*`,
    terms: `${everywhere}|tylko|wylacznie|maksymaln*|watek|watku|nadmiern*|umiar*|oznacz*`,
    allows: 'dozwolon*|mile widzian*|mozna|mozesz|zapraszamy',
  },
}
