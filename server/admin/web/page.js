// The page of administration: the history, one match move by move, the server as it is now, players, the log of changes
// and backups. Everything it shows is
// asked of /admin/v1 with the token, which this tab alone keeps. What comes from there is only ever set as text.

const main = document.getElementById('main')
const trouble = document.getElementById('trouble')
const views = document.getElementById('views')
const signOut = document.getElementById('sign-out')
const kTokenKey = 'wyrmhall-admin-token'
const kLookAgain = 2000 // milliseconds between looks at what changes

let timer = 0
let drawn = '' // the match that is shown, as of which move
let shown = 0 // counts views, so that an answer that comes late does not end up in another one

// --- Small parts ---

/** An element with properties, and children that are elements or text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'for' || name === 'role' || name === 'scope') element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}

/** A table that scrolls by itself where it is too wide; `name` says which to who cannot see it. */
function table(name, titles, rows) {
  return make(
    'div',
    { className: 'table', tabIndex: 0, role: 'region', 'aria-label': name },
    // On a phone the rows are laid out as cards; the roles say that they are a table all the same.
    make(
      'table',
      { role: 'table' },
      make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...titles.map((title) => make('th', { scope: 'col', role: 'columnheader' }, title)))),
      make('tbody', { role: 'rowgroup' }, ...rows.map((row) =>
        make('tr', { role: 'row' }, ...row.map((cell, i) => make('td', { role: 'cell', 'data-title': titles[i] }, cell ?? '–'))))),
    ),
  )
}

function facts(pairs) {
  return make('dl', {}, ...pairs.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value ?? '–')]))
}

const when = (time) => (time ? `${time.slice(0, 10)} ${time.slice(11, 19)}` : '–')
const seatName = (seat) => seat.player?.name ?? `bot (${seat.bot})`
/** The seats of a match, where each player's name leads to their matches. */
const seatsLinks = (seats) =>
  make(
    'span',
    {},
    ...seats.flatMap((seat, i) => [
      i === 0 ? '' : ', ',
      seat.player ? make('a', { href: `#/matches?player=${seat.player.id}` }, seat.player.name) : seatName(seat),
      seat.won ? ' ★' : '',
    ]),
  )
const seatsText = (seats) => seats.map((seat) => seatName(seat) + (seat.won ? ' ★' : '')).join(', ')

/** A value of a game's, as words: «claw», «damage: 9», lists between commas. */
function words(value) {
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name.replace(/([A-Z])/g, ' $1').toLowerCase()}: ${words(inner)}`)
    .join(' · ')
}

// --- The server ---

class Refused extends Error {
  constructor(status, text) {
    super(text)
    this.status = status
  }
}

async function ask(method, path, body) {
  const reply = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${sessionStorage.getItem(kTokenKey) ?? ''}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (reply.ok) return reply.status === 204 ? null : reply.json()
  const problem = await reply.json().catch(() => ({}))
  const details = (problem.errors ?? []).map((wrong) => `${wrong.parameter} ${wrong.detail}`)
  throw new Refused(reply.status, [problem.detail ?? `The server refuses this (${reply.status}).`, ...details].join(' '))
}

/** All pages of an answer with several lists, as one. */
async function askWhole(path) {
  const all = await ask('GET', `${path}?limit=500`)
  while (all.next !== null) {
    const page = await ask('GET', `${path}?limit=500&cursor=${encodeURIComponent(all.next)}`)
    for (const [name, value] of Object.entries(page)) {
      if (Array.isArray(value)) all[name].push(...value)
    }
    all.next = page.next
  }
  delete all.next
  return all
}

/** A button that saves what is asked of the server as a file. */
function saveButton(title, name, work) {
  const button = make('button', { type: 'button', className: 'quiet' }, title)
  button.onclick = guarded(async () => {
    const link = make('a', { href: URL.createObjectURL(new Blob([JSON.stringify(await work())])), download: name })
    link.click()
    URL.revokeObjectURL(link.href)
  })
  return button
}

// --- Views ---

function signIn() {
  views.hidden = signOut.hidden = true
  const token = make('input', { id: 'token', type: 'password', autocomplete: 'off', required: true, size: 40 })
  const form = make('form', {}, make('label', { for: 'token' }, 'Your admin token', token), make('button', {}, 'Open'))
  form.onsubmit = (event) => {
    event.preventDefault()
    sessionStorage.setItem(kTokenKey, token.value.trim())
    void route()
  }
  main.replaceChildren(make('h2', {}, 'Administration'), form)
  token.focus()
}

const kFilters = [
  ['game', 'Game', 'text'],
  ['player', 'Player (name or id)', 'text'],
  ['state', 'State', ['running', 'finished', 'abandoned']],
  ['result', 'Result', ['won', 'shared', 'none', 'unknown', 'void']],
  ['reason', 'Reason', ['played', 'resigned', 'time', 'absence']],
  ['bot', 'Bot (level, any, none)', 'text'],
  ['minMoves', 'Moves at least', 'number'],
  ['rulesVersion', 'Rules version', 'number'],
  ['since', 'Started since', 'date'],
  ['until', 'Before', 'date'],
]

function filterForm(query) {
  const fields = kFilters.map(([name, title, kind]) => {
    const field = Array.isArray(kind)
      ? make('select', {}, make('option', { value: '' }, 'any'), ...kind.map((word) => make('option', { value: word }, word)))
      : make('input', { type: kind })
    field.id = field.name = name
    field.value = query.get(name) ?? ''
    return make('label', { for: name }, title, field)
  })
  const form = make('form', { role: 'search', 'aria-label': 'Filter matches' }, ...fields, make('button', {}, 'Show'))
  form.onsubmit = (event) => {
    event.preventDefault()
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
    location.hash = `#/matches?${new URLSearchParams(chosen)}`
  }
  return form
}

async function matches(query, mine) {
  const page = await ask('GET', `/admin/v1/matches?${query}`)
  if (mine !== shown) return
  const rows = page.matches.map((match) => [
    make('a', { href: `#/match/${match.id}` }, when(match.startedAt)),
    match.game,
    make('span', { className: match.state }, match.state),
    match.result === null ? '–' : `${match.result} (${match.reason ?? 'unknown'})`,
    match.moves === null ? '–' : String(match.moves),
    seatsLinks(match.seats),
  ])
  const parts = [make('h2', {}, 'Matches'), filterForm(query)]
  if (rows.length === 0 && page.next !== null) parts.push(make('p', {}, 'None of the latest matches fits these filters; older ones may.'))
  else if (rows.length === 0) parts.push(make('p', {}, 'No match fits these filters.'))
  else parts.push(table('Matches', ['Started (UTC)', 'Game', 'State', 'Result', 'Moves', 'Seats'], rows))
  if (page.next !== null) {
    const older = new URLSearchParams(query)
    older.set('cursor', page.next)
    parts.push(make('a', { href: `#/matches?${older}` }, 'Older matches'))
  }
  main.replaceChildren(...parts)
}

/** What is told of one step: who did what, the dice, what came of it. */
function stepParts(step, number, seats) {
  const who = step.seat === undefined ? '' : `${seatName(seats[step.seat])}: `
  const what = number === 0 ? 'The start' : `Move ${number}. ${who}${step.kind === 'action' ? '' : step.kind} ${words(step.action ?? '')}`
  const dice = (step.rolls ?? []).map((roll) => `${roll.value} of ${roll.sides}`).join(', ')
  return make(
    'div',
    { className: 'step' },
    make('strong', {}, what),
    dice === '' ? null : make('p', { className: 'dice' }, `Dice: ${dice}`),
    make('ul', {}, ...(step.events ?? []).map((event) => make('li', {}, words(event)))),
  )
}

/** A slider over the steps, of which the first has this number, with the chosen one below it. */
function replay(steps, seats, atStart, first) {
  const out = make('div', { 'aria-live': 'polite' })
  const slider = make('input', { type: 'range', id: 'step', min: 0, max: steps.length - 1, value: atStart })
  const back = make('button', { type: 'button' }, 'Back')
  const forward = make('button', { type: 'button' }, 'Forward')
  const show = () => {
    const at = Number(slider.value)
    back.disabled = at === 0
    forward.disabled = at === steps.length - 1
    out.replaceChildren(stepParts(steps[at], first + at, seats))
  }
  const move = (by) => {
    slider.value = String(Number(slider.value) + by)
    show()
  }
  back.onclick = () => move(-1)
  forward.onclick = () => move(1)
  slider.oninput = show
  show()
  return [make('div', { className: 'steps' }, back, make('label', { for: 'step' }, 'Move', slider), forward), out]
}

async function match(id, mine) {
  const path = `/admin/v1/matches/${encodeURIComponent(id)}`
  const found = await ask('GET', path)
  if (mine !== shown) return
  if (found.present) timer = setTimeout(() => void show(() => match(id, mine), mine), kLookAgain)
  // While nothing has happened, the page stays as it is: somebody may be reading an earlier move.
  const now = `${id} ${found.present?.version}`
  if (found.present && drawn === now) return
  drawn = now
  const parts = [
    make('h2', {}, `${found.game}: ${seatsText(found.seats)}`),
    facts([
      ['State', make('span', { className: found.state }, found.state)],
      ['Result', found.result === null ? '–' : `${found.result} (${found.reason ?? 'unknown'})`],
      ['Started', when(found.startedAt)],
      ['Ended', when(found.endedAt)],
      ['Rules version', String(found.rulesVersion)],
      ['Time for a decision', found.turnSeconds === 0 ? 'no limit' : `${found.turnSeconds} seconds`],
      ['Absence', found.absenceSeconds === 0 ? 'nobody can be claimed against' : `can be claimed after ${found.absenceSeconds} seconds`],
      ['Id', found.id],
    ]),
  ]
  if (found.record) {
    const save = saveButton('Save the record', `match-${found.id}.json`, () => ask('GET', `${path}/export`))
    parts.push(make('h2', {}, 'Replay'), ...replay([found.record.start, ...found.record.moves], found.seats, 0, 0), save)
  } else if (found.present) {
    const waiting = found.present.waitingOn.map((seat) => seatName(found.seats[seat])).join(', ')
    parts.push(make('h2', {}, 'Now'), make('p', { className: 'running' }, `Waiting for ${waiting || 'nobody'}.`))
    parts.push(...replay(found.present.story, found.seats, found.present.story.length - 1, found.present.story[0].version))
    parts.push(make('details', {}, make('summary', {}, 'What a spectator sees'), make('pre', {}, JSON.stringify(found.present.view, null, 2))))
  } else {
    parts.push(make('p', {}, 'This server cannot fold the match.'))
  }
  main.replaceChildren(...parts)
}

function drainPart(drain) {
  if (drain.draining) {
    return make('p', { className: 'running' }, `Draining: ${drain.playing} matches are being played; ends at ${when(drain.deadline)} (UTC) at the latest.`)
  }
  const seconds = make('input', { id: 'seconds', type: 'number', min: 0, max: 86400, value: 600 })
  const form = make('form', {}, make('label', { for: 'seconds' }, 'Seconds at most', seconds), make('button', { className: 'harm' }, 'Drain'))
  form.onsubmit = (event) => {
    event.preventDefault()
    if (!confirm('Take no new matches, and end the server once nobody plays?')) return
    void guarded(async () => {
      await ask('POST', '/admin/v1/drain', { seconds: Number(seconds.value) })
      await route()
    })()
  }
  return form
}

async function live(mine) {
  const [status, running, sessions] = await Promise.all([
    ask('GET', '/admin/v1/status'),
    ask('GET', '/admin/v1/matches?state=running&limit=20'),
    ask('GET', '/admin/v1/sessions?limit=50'),
  ])
  if (mine !== shown) return
  timer = setTimeout(() => void show(() => live(mine), mine), kLookAgain)
  const now = make(
    'div',
    { id: 'now' },
    facts([
      ['Server', status.server],
      ['Started', when(status.startedAt)],
      ['Ready', status.ready ? 'yes' : 'no'],
      ['Disk', status.storeRefuses ? make('span', { className: 'abandoned' }, 'refuses') : 'takes writes'],
      ['Connections', `${status.connections} (${status.sessions.signedIn} signed in)`],
      ['Tables', String(status.tables)],
      ['Running matches', `${status.matches.running}: ${status.matches.inMemory} in memory, ${status.matches.resting} resting on disk`],
    ]),
    make('h2', {}, 'Games'),
    table('Games', ['Game', 'Rules', 'Played or watched', 'Idle', 'Started since'], status.games.map((game) =>
      [game.game, String(game.rulesVersion), String(game.playing), String(game.idle), String(game.started)])),
    make('h2', {}, 'Latest running matches'),
    table('Latest running matches', ['Started (UTC)', 'Game', 'Seats'], running.matches.map((match) =>
      [make('a', { href: `#/match/${match.id}` }, when(match.startedAt)), match.game, seatsLinks(match.seats)])),
    make('h2', {}, 'Connections'),
    table('Connections', ['Number', 'Address', 'Player', 'Since (UTC)', 'Client'], sessions.sessions.map((session) =>
      [String(session.number), session.address, session.player?.name, when(session.connectedAt), session.client])),
  )
  // The form stays as it is while somebody types into it.
  const before = document.getElementById('now')
  const draining = document.getElementById('drain')
  const wanted = String(status.drain.draining)
  if (before && draining?.dataset.draining === wanted && wanted === 'false') {
    before.replaceWith(now)
    return
  }
  const drain = make('section', { id: 'drain' }, make('h2', {}, 'Drain'), drainPart(status.drain))
  drain.dataset.draining = wanted
  main.replaceChildren(make('h2', {}, 'Live'), now, drain)
}

/** A button that changes something, asks first where that cannot be taken back at once, and shows the view anew. */
function change(title, question, work) {
  const button = make('button', { type: 'button', className: question ? 'harm' : 'quiet' }, title)
  button.onclick = guarded(async () => {
    if (question && !confirm(question)) return
    await work()
    await route()
  })
  return button
}

/** A link to the next page of a list, where there is one. */
const more = (view, query, next) => {
  if (!next) return null
  const onward = new URLSearchParams(query)
  onward.set('cursor', next)
  return make('p', {}, make('a', { href: `#/${view}?${onward}` }, 'More'))
}

async function players(query, mine) {
  const found = await ask('GET', `/admin/v1/players?${query}`)
  if (mine !== shown) return
  const name = make('input', { id: 'name', type: 'search', value: query.get('name') ?? '' })
  const blocked = make('input', { id: 'blocked', type: 'checkbox', checked: query.get('blocked') === 'true' })
  const form = make(
    'form',
    { role: 'search', 'aria-label': 'Find players' },
    make('label', { for: 'name' }, 'Name begins with', name),
    make('label', { for: 'blocked' }, 'Only the blocked', blocked),
    make('button', {}, 'Show'),
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    const wanted = new URLSearchParams()
    if (name.value.trim()) wanted.set('name', name.value.trim())
    if (blocked.checked) wanted.set('blocked', 'true')
    location.hash = `#/players?${wanted}`
  }
  const rows = found.players.map((player) => {
    const path = `/admin/v1/players/${player.id}`
    const block = player.blockedAt
      ? change('Let in again', null, () => ask('DELETE', `${path}/block`))
      : change('Block', `Keep ${player.name} out?`, () => ask('PUT', `${path}/block`, { reason: prompt('Why? For whoever looks later.') ?? '' }))
    const save = saveButton('Save the data', `player-${player.id}.json`, () => askWhole(`${path}/export`))
    const disconnect = change('Disconnect', null, () => ask('DELETE', `${path}/sessions`))
    return [
      make('a', { href: `#/matches?player=${player.id}` }, make('bdi', {}, player.name)),
      when(player.createdAt),
      player.blockedAt ? make('span', { className: 'abandoned' }, `${when(player.blockedAt)} ${player.blockReason ?? ''}`) : null,
      player.deletedAt ? 'deleted' : make('span', {}, block, ' ', disconnect, ' ', save),
    ]
  })
  main.replaceChildren(
    ...[make('h2', {}, 'Players'), form, table('Players', ['Name', 'Since (UTC)', 'Blocked', 'Change'], rows), more('players', query, found.next)].filter(Boolean),
  )
}

async function audit(query, mine) {
  const found = await ask('GET', `/admin/v1/audit?${query}`)
  if (mine !== shown) return
  const rows = found.entries.map((entry) => [
    when(entry.at), entry.who || null, entry.address, entry.operation, entry.target || null, entry.outcome || null,
    Object.keys(entry.detail).length > 0 ? words(entry.detail) : null,
  ])
  main.replaceChildren(
    ...[
      make('h2', {}, 'Audit'),
      make('p', {}, 'What administrators changed, tried to change, and read of persons; newest first.'),
      table('Audit', ['At (UTC)', 'Who', 'From', 'What', 'To whom', 'Outcome', 'Detail'], rows),
      more('audit', query, found.next),
    ].filter(Boolean),
  )
}

async function backups(mine) {
  const [kept, jobs] = await Promise.all([ask('GET', '/admin/v1/backups'), ask('GET', '/admin/v1/jobs')])
  if (mine !== shown) return
  const running = jobs.jobs.some((job) => job.state === 'running')
  if (running) timer = setTimeout(() => void show(() => backups(mine), mine), kLookAgain)
  const start = (title, path) => {
    const button = change(title, null, () => ask('POST', path))
    button.disabled = running
    return button
  }
  const result = (job) => job.why ?? (job.result ? words(job.result) : null)
  main.replaceChildren(
    make('h2', {}, 'Backups'),
    make('p', {}, start('Make one now', '/admin/v1/backups'), ' ', start('Check the database', '/admin/v1/integrity-checks')),
    table('Backups', ['Name', 'Bytes'], kept.backups.map((backup) => [backup.name, String(backup.bytes)])),
    make('p', {}, 'Copies that were moved to where backups are kept are not in this list.'),
    make('h2', {}, 'Latest work'),
    table('Latest work', ['Started (UTC)', 'What', 'State', 'Result'], jobs.jobs.map((job) =>
      [when(job.startedAt), job.kind, job.state, result(job)])),
  )
}

// --- Which view ---

/** Carries out what may fail, and says so where it does. */
function guarded(work) {
  return async () => {
    try {
      await work()
      trouble.hidden = true
    } catch (error) {
      trouble.textContent = error instanceof Refused ? error.message : 'The server does not answer.'
      trouble.hidden = false
      if (error.status === 401) {
        sessionStorage.removeItem(kTokenKey)
        signIn()
      }
    }
  }
}

async function show(view, mine) {
  if (mine === shown) await guarded(view)()
}

async function route() {
  clearTimeout(timer)
  drawn = ''
  const mine = ++shown
  if (!sessionStorage.getItem(kTokenKey)) return signIn()
  views.hidden = signOut.hidden = false
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?')
  const [view, id] = path.split('/')
  for (const link of views.querySelectorAll('a')) {
    if (link.hash === `#/${view || 'matches'}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (view === 'match') await show(() => match(id, mine), mine)
  else if (view === 'live') await show(() => live(mine), mine)
  else if (view === 'players') await show(() => players(new URLSearchParams(query), mine), mine)
  else if (view === 'audit') await show(() => audit(new URLSearchParams(query), mine), mine)
  else if (view === 'backups') await show(() => backups(mine), mine)
  else await show(() => matches(new URLSearchParams(query), mine), mine)
}

signOut.onclick = () => {
  sessionStorage.removeItem(kTokenKey)
  void route()
}
addEventListener('hashchange', () => {
  main.replaceChildren()
  void route()
  main.focus()
})
void route()
