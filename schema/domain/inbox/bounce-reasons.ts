import { upTo } from './failure-text-normalization.ts'

/**
 * Kind of bounce. `address`: the email address does not exist, so it gets no more emails. `passing`: this email failed,
 * later ones may arrive (mailbox full, out of order). `refused`: the email or its sender was rejected (spam rules,
 * size, policy), or nothing is known.
 */
export type BounceKind = 'address' | 'passing' | 'refused'

/** Evidence of a bounce reason: words (as {@link failureWords} prepares them), a status code (RFC 3463), or both. */
interface Reason {
  kind: BounceKind
  words?: RegExp
  /** words that exclude this reason although `words` or `code` match */
  unless?: RegExp
  code?: RegExp
  source: string
}

const phrases = (...list: string[]) => new RegExp(` (?:${list.join('|')})(?= |$)`, 'u')

const NOBODY =
  '(?:user|user ?id|username|user name|recipient|mailbox|mail box|addressee|address|account|alias|person|local part|member|e ?mail name)(?:e?s)?'

/** Words that state that the recipient does not exist. “Unknown user policy” is none: it names a rule. */
const STATES_NOBODY = phrases(
  `(?:no such|unknown|non ?existent|invalid) ${upTo(1)}${NOBODY}(?= §| addr| here| at | in | on | $)`,
  `${NOBODY} (?:addr |address |name )?(?:is |was )?(?:unknown|not found|non ?existent|not known|invalid)(?= §| addr| here| at | in | on | $)`,
  `${NOBODY} ${upTo(4)}(?:does ?n[o']t exist|doesn't exist|no longer exists|(?:has|have) been (?:deleted|closed))`,
  `nosuchuser|userunknown|unknownuser`,
)

/**
 * The reasons, in order: the first that fits decides. What speaks for the address comes before what speaks against it;
 * only the rows of kind `address` are evidence that nobody is there. 5.0.0 and a bare 550 or 554 say nothing.
 */
const REASONS: readonly Reason[] = [
  {
    kind: 'passing',
    words: phrases(
      `(?:mailbox|inbox|mail box|folder|account|maildir|user|recipient)(?:'s)? ${upTo(5)}(?:is full|was full|full|over ${upTo(2)}quota|quota)`,
      `over ?quota|over (?:the |its )?(?:disk |storage |mail )?quota|quota ${upTo(1)}(?:exceeded|full|violation|reached|exhausted|limit)|(?:disk|storage|mailbox|mail|user) quota`,
      `exceed(?:s|ed|ing)? ${upTo(4)}(?:quota|storage|space)|insufficient ${upTo(2)}(?:storage|space|disk|resources)|out of ${upTo(2)}(?:space|storage|quota|memory)`,
      `no space left|not enough ${upTo(3)}(?:space|storage)|disk (?:is )?full|mail(?:box)?full|box (?:is )?full|storage (?:allocation|limit)|(?:number|size) of messages ${upTo(4)}exceed(?:s|ed)`,
      `(?:postfach|mailbox|speicher) ${upTo(3)}voll|boîte ${upTo(4)}pleine|(?:buzón|casella|caixa) ${upTo(4)}(?:llen[oa]|pien[oa]|cheia)|skrzynka ${upTo(4)}(?:pełna|przepełniona)|переполнен`,
    ),
    source: 'RFC 3463 X.2.2; Gmail 4.2.2; Postfix virtual(8); Courier; Dovecot; Exim appendfile',
  },
  {
    kind: 'refused',
    words: phrases(
      `too (?:large|big)|(?<! queue )(?<! queue for )too long|size (?:limit|exceeds|exceeded)|(?:message|mail|attachment|maximum|fixed) ${upTo(1)}size|(?:message|mail) ${upTo(3)}(?:exceeds|exceeded) ${upTo(4)}(?:size|limit|bytes|length)`,
    ),
    source: 'RFC 3463 X.3.4 and X.2.3; RFC 1870; Exchange 5.3.4; sendmail',
  },
  {
    kind: 'passing',
    words: phrases(
      `too (?:many|fast|quickly|much|often|frequent(?:ly)?|busy)|rate ${upTo(1)}(?:limit|limited|limits|exceeded|that|control)|at a rate|rate limit(?:ed|ing)?|throttl(?:ed|ing|e)`,
      `(?:hourly|daily|connection|connections|message|messages|sending|receiving) (?:limit|quota)s?|(?:limit|allowance) (?:is |was |has been )?(?:exceeded|reached)|exceed(?:s|ed)? ${upTo(4)}(?:limit|rate|maximum|allowed|number)|per (?:hour|minute|day)|this hour`,
      `temporar(?:y|ily)|try ${upTo(2)}later|(?:try|retry) again ${upTo(2)}(?:in|later|after)|deferred|gr[ea]y ?list(?:ed|ing)?|(?:server|system|host) ${upTo(2)}(?:busy|overloaded)|high load|maintenance`,
    ),
    source: 'Gmail 4.2.1 and 5.2.1 "at a rate that"; Exim exim_hourly; cPanel; Exchange 5.2.121, 5.2.122; Yahoo TSS',
  },
  {
    kind: 'refused',
    words: phrases(
      `helo|ehlo|backscatter|batv|(?:after|in reply to|response to) mail(?: from)?(?: addr| command)|reverse (?:dns|lookup|address|hostname|host|name|record|ip)|ptr|rdns|client host|spf|dkim|dmarc|sender id|senders?(?:'s)? (?:addr )?(?:address|domain|e ?mail|host|server|mailbox|ip|verify|verification|(?:is |was )?(?:rejected|denied|unknown|not|refused))|domain of sender|unknown sender|invalid sender|illegal sender|envelope sender|your sender|return path|mail from ${upTo(3)}(?:domain|rejected|denied|refused|not|does|unknown|invalid|must)`,
      `your (?:ip|host|hostname|server|domain|mail server|network|isp|address|account)|ip (?:address )?(?:is|has|was|not|in|on|name)|(?:sending|connecting|originating) (?:ip|host|server|mta|mail server|domain)|(?:find|resolve|verify) your|smtp auth(?:entication)?|auth(?:entication|enticate|enticated)?|unauthenticated|starttls|tls|certificate`,
    ),
    source:
      'Postfix reject_unknown_client_hostname, reject_unknown_helo_hostname, reject_unknown_sender_domain; Exim sender verify; RFC 7372; RFC 8616; Gmail 5.7.25 to 5.7.30',
  },
  { kind: 'refused', code: /^5\.1\.[78]$/, source: 'RFC 3463 X.1.7 and X.1.8: about the sender' },
  { kind: 'address', words: phrases('nxdomain'), source: 'RFC 8020; Gmail "DNS Error"' },
  {
    kind: 'refused',
    words: phrases(`(?:rejected|refused|blocked|denied|classified|detected) ${upTo(3)}(?:spam|virus|malware)`),
    code: /^5\.7\.\d+$/,
    source: 'RFC 3463 X.7.1; Exim adds "retry timeout exceeded" to the last answer of the other server',
  },
  {
    kind: 'passing',
    words: phrases(
      `(?:host|domain|name|server)s? ${upTo(8)}(?:(?:found|error|failure|unknown) try again|servfail|malformed|unexpected|lookup (?:timed out|failure|failed))|(?:dns|nameserver|name server) ${upTo(4)}(?:error|failure|failed|timeout|loop)s? ${upTo(8)}(?:servfail|timed out|try again)`,
      `time(?:d)? ?out|(?:hosts? ${upTo(4)}|been )failing for a long time|retry (?:time|timeout)|(?:connection|connect|connected|session) ${upTo(6)}(?:refused|reset|lost|closed|dropped|aborted|failed|broken)|unreachable|no route to host|network (?:is )?(?:down|error)|lost connection|(?:unable|failed|failure|could not|couldn't|cannot|can't|not able) ${upTo(1)}to connect|(?:could not|couldn't|cannot|can't) ${upTo(1)}(?:connect|establish)|unable to establish|(?:not|no longer|never|isn't|didn't|doesn't) (?:responding|respond|answer|answering)|no (?:answer|response)`,
      `(?:message|envelope|time|delivery|lifetime|retry|queue) ${upTo(2)}(?:expired|too long|exceeded)|(?:in|on) ${upTo(1)}queue (?:too long|for too)|could not deliver for the last|(?:loops?|looping|loop detected|mail loop)|hop count|(?:excessive|maximum) hops`,
    ),
    source:
      'RFC 3463 X.4.x; Exim retry rules; qmail-remote; Postfix smtp(8); DragonFly mail agent; OpenSMTPD "Envelope expired"',
  },
  {
    kind: 'refused',
    words: phrases('for (?:the |this )?sender|from (?:its |our )?members|members only|hide my e ?mail'),
    code: /^5\.7\.\d+$/,
    source: 'Apple Hide My Email; mailboxes that take mail from members only',
  },
  {
    kind: 'refused',
    unless: STATES_NOBODY,
    code: /^5\.7\.\d+$/,
    source: 'RFC 3463 X.7: security or policy, unless the words state that nobody is there',
  },
  {
    kind: 'address',
    words: phrases(
      `(?:domain|host|hostname|mail server|mail exchanger)(?: name)? (?:addr )?${upTo(6)}(?:does ?n[o']t exist|doesn't exist|(?<!may |might )not exist|not found|nonexistent|unknown|has no (?:mx|mail|a|dns|valid|address))|(?:unknown|no such|nonexistent|non existent) (?:mail |destination |remote )?(?:host|domain|hostname)s?|recipient domain must exist|name or service not known`,
      `unrout(?:e)?able ${upTo(1)}(?:address|domain|recipient)|all ${upTo(2)}mx records point to non ?existent hosts|(?:couldn't|could not|can't|cannot|unable to) find (?:any|a) (?:host|mail|mx|exchanger)`,
      `no ${upTo(1)}mx(?:s| records?| hosts?| found)?|null ?mx|(?:domain|host|server|system|site) ${upTo(4)}(?:does ?n[o']t|doesn't|never|not) (?:accepts?|receives?|handles?|take) ${upTo(1)}(?:e ?)?mails?(?= §| according| at all| null| $)|no smtp service|check the domain|domain is not reachable|(?:can't|cannot|does not) accept ${upTo(1)}(?:e ?)?mail for ${upTo(2)}domain`,
    ),
    source:
      'RFC 7505; RFC 7504; Postfix "Name service error"; Exim dnslookup and "Unrouteable address"; qmail-remote; Gmail "DNS Error"; Yahoo; Exchange 5.4.310',
  },
  { kind: 'passing', code: /^4\./, source: 'RFC 3463 class 4' },
  {
    kind: 'address',
    words: phrases(`recipient ${upTo(1)}address rejected access denied`),
    code: /^5\.4\.1$/,
    source: 'Exchange Online: directory-based edge blocking answers 550 5.4.1 for recipients that do not exist',
  },
  {
    kind: 'address',
    words: phrases('inactive|disabled|deactivated|not active'),
    code: /^5\.1\.1$/,
    source: 'iCloud: 550 5.1.1 inactive email address',
  },
  {
    kind: 'address',
    words: phrases('not accepting network messages|(?:host|server|domain) never accepts mail'),
    code: /^5\.3\.2$/,
    source: 'RFC 7504: 521 5.3.2',
  },
  {
    kind: 'address',
    words: phrases('address rejected(?: addr)?(?= §| $)'),
    code: /^5\.1\.0$/,
    source: 'RFC 3463 X.1.0; Google Workspace; Comcast',
  },
  {
    kind: 'refused',
    words: phrases(
      `${NOBODY} ${upTo(4)}(?:disabled|suspended|inactive|not active|deactivated|locked|frozen|dormant|not enabled|not accepting|restricted)|(?:disabled|suspended|inactive|deactivated|locked) ${upTo(1)}${NOBODY}`,
    ),
    source: 'RFC 3463 X.2.1: the mailbox exists and may be enabled again; Gmail 5.2.1',
  },
  {
    kind: 'address',
    words: phrases(
      `(?:no such|unknown|non ?existent|inexistent|invalid|unrecogni[sz]ed|undefined|illegal|bad|(?:not|isn't) an? (?:valid|known|existing|local|active)) ${upTo(3)}${NOBODY}`,
      `${NOBODY} ${upTo(6)}(?:unknown|not found|nonexistent|non existent|(?<!may |might )not exist(?:s|ing)?|does ?n[o']t exist|doesn't exist|don't exist|invalid|notfound|not ${upTo(1)}(?:valid|known|recogni[sz]ed|listed|registered|defined|present)|n'?t recogni[sz]ed|(?:cannot|can't|could not|couldn't|can not) be (?:found|resolved|identified))`,
      `${NOBODY} (?:addr )?${upTo(3)}(?:(?:has|have) been |is |was |were )?(?:deleted|terminated|closed|replaced|discontinued|cancell?ed)|${NOBODY} ${upTo(4)}no longer (?:exists?|valid|available|active|in use|in service|here|with|works?|employed|used|a|an|accepts?)`,
      `(?:rcpt|addr) ${upTo(2)}(?:does ?n[o']t exist|doesn't exist|not found|unknown)|(?:no one|nobody|nobody is) (?:at|by|with) (?:this|that)|no (?:such )?(?:mailbox|mail box|account|user|person|addressee|recipient) ${upTo(1)}(?:here|by|with|called|named|at|under|on|found|available|for|exists)|(?:doesn't|does not|don't|do not) have (?:an? |any |such )?${upTo(4)}(?:account|mailbox|user|recipient)`,
      `(?:wasn't|was not|couldn't be|could not be) found at|nosuchuser|userunknown|validrcptto|recip(?:ient)?notfound|unknownuser|not our customer|not listed in ${upTo(4)}(?:directory|address|book)|no longer (?:employed|works?|with (?:us|the company|this company))|(?:has|have|had) left (?:the|this|our) (?:company|organi[sz]ation|firm)|(?:user|recipient|mailbox|person) ${upTo(1)}(?:has )?moved|recipient name ${upTo(2)}not recogni[sz]ed|unknown recipient`,
      `undeliverable address|no valid recipients? for|(?:mailbox|recipient) name not allowed|failed addresses? ${upTo(2)}unknown`,
      `(?:empfänger|benutzer|postfach|adresse|nutzer|konto|empfängeradresse) ${upTo(4)}(?:unbekannt|existiert nicht|nicht (?:bekannt|gefunden|vorhanden|existent))|unbekannte[rs]? (?:empfänger|benutzer|adresse)`,
      `(?:l'|d')?(?:adresse|utilisateur|destinataire|compte|boîte) ${upTo(8)}(?:inconnue?|n'existe pas|introuvable|inexistante?|invalide)`,
      `(?:l')?(?:usuario|destinatario|dirección|cuenta|buzón|usuário|destinatário|endereço|conta|utente|casella|indirizzo) ${upTo(6)}(?:desconocid[oa]|desconhecid[oa]|sconosciut[oa]|(?:no|não|non) (?:existe|esiste)|inexistente|(?:no|não|non) (?:è stat[oa] )?(?:encontrad[oa]|trovat[oa])|inválid[oa]|non valid[oa])|no existe ${upTo(2)}(?:usuario|persona|cuenta|dirección|buzón)|nessun ${upTo(1)}(?:utente|destinatario)`,
      `(?:пользователь|адрес|получатель|ящик) ${upTo(4)}(?:не (?:найден|существует)|неизвестен)|нет такого (?:пользователя|адреса|ящика)`,
    ),
    source:
      'RFC 3463 X.1.1; Postfix "User unknown in … table"; sendmail EX_NOUSER; qmail-local; Exim; Courier; Exchange RESOLVER.ADR.*; Domino; IMail; Yahoo; Gmail 5.1.1',
  },
  {
    kind: 'address',
    words:
      / \S*(?:(?:ユーザ|宛先|アドレス|ディレクトリ)[^§]{0,16}(?:存在しません|ありません|不明|見つかり)|(?:用户|收件人|帐号|账号|邮箱|地址)[^§]{0,16}(?:不存在|未找到|找不到))/u,
    source: 'Notes, Tencent, NetEase',
  },
  {
    kind: 'refused',
    words: phrases(
      `spam|spamhaus|spamcop|barracuda|spamm(?:er|y|ing)|antispam|unsolicited|junk|bulk|block(?:ed|list|listed|ing)?|black ?list(?:ed)?|block ?list(?:ed)?|deny ?list(?:ed)?|rbl|dnsbl|reputation|polic(?:y|ies)|virus|malware|infected|phish(?:ing)?|content|banned|attachments?|executable|abus(?:e|ive)|suspicious|complaints?|filter(?:ed)?|quarantined?`,
      `access denied|not authori[sz]ed|unauthori[sz]ed|permission|not permitted|not allowed|prohibited|forbidden|restricted|relay(?:ing)? ${upTo(2)}(?:denied|not|prohibited|disallowed)|(?:unable|not able|cannot|won't) to relay|rcpthosts|rejected by ${upTo(3)}(?:recipient|user|filter|rule|owner)|administrative(?:ly)? prohibit(?:ion|ed)|message (?:was |has been )?(?:rejected|refused)`,
    ),
    source:
      'RFC 3463 X.7.x; Postfix access(5); Exim "Administrative prohibition"; Spamhaus; Barracuda; Proofpoint; Mimecast; Gmail 5.7.1',
  },
  { kind: 'address', code: /^5\.1\.(1|2|3|6|10)$/, source: 'RFC 3463 X.1.1 to X.1.6; RFC 7505; Exchange 5.1.10' },
  { kind: 'address', code: /^5\.4\.(4|310)$/, source: 'RFC 3463 X.4.4: no next hop; Exchange 5.4.310: no such domain' },
  {
    kind: 'passing',
    code: /^5\.(2\.(2|12\d)|3\.[1235]|4\.\d+)$/,
    source: 'RFC 3463; Exchange 5.2.12x, 5.4.14, 5.4.300',
  },
  { kind: 'refused', code: /^5\.(1\.[789]|1\.\d\d|2\.[13]|3\.4|6\.\d+|7\.\d+)$/, source: 'RFC 3463; Exchange 5.1.90' },
  {
    kind: 'address',
    words: phrases(
      `(?:mailbox|account|user|recipient|address) (?:is )?(?:unavailable|not available)|(?:user|recipient) (?:is )?not local`,
    ),
    source: 'RFC 5321 550 and 551; Outlook.com 5.5.0; hMailServer',
  },
  {
    kind: 'passing',
    words: phrases(
      'retry|retries|try again|unavailable|not available|internal error|system error|unexpected error|aborted',
    ),
    source: 'RFC 5321 451; sendmail EX_TEMPFAIL',
  },
]

/**
 * Judges a server's words about a failed email. `words`: as {@link failureWords} prepares them. `codes`: the status
 * codes.
 *
 * @returns null if nothing is known, which is no evidence against an address
 */
export function reasonOf(words: string, codes: readonly string[]): BounceKind | null {
  const fits = (reason: Reason) =>
    (!reason.words || reason.words.test(words)) &&
    !reason.unless?.test(words) &&
    (!reason.code || codes.some((code) => reason.code?.test(code)))
  const kind = REASONS.find(fits)?.kind ?? null
  const isTransient = codes.some((code) => code.startsWith('4.')) && !codes.some((code) => code.startsWith('5.'))
  return kind === 'refused' && isTransient ? 'passing' : kind
}
