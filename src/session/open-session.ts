import { randomBytes } from 'node:crypto';
import { ownConfigCommands } from '../../battery/own-config-commands.ts';
import { parseAttestation } from '../../battery/parse-attestation.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError, BugError } from '../errors.ts';
import type { Pin } from '../host/pin.ts';
import { findContainer } from '../host/find-container.ts';
import { ensureImage } from '../images/ensure.ts';
import type { JudgeInput } from '../judge/judge-input.ts';
import { currentOwner } from '../state/owner.ts';
import { askAhead } from './ask-ahead.ts';
import type { Cleanup } from './cleanup.ts';
import { sizeOf } from './connect-streams.ts';
import { confirmPins } from './confirm-pins.ts';
import { containerSpec, resolveMemory } from './container-spec.ts';
import { heardFromGate } from './end-of-session.ts';
import type { EarlyInput } from './early-input.ts';
import { GateDialog } from './gate-dialog.ts';
import type { Interruption } from './interruption.ts';
import { formatLabels } from './labels.ts';
import { furnishSession } from './furnish-session.ts';
import type { GateQuestions } from './furnish-session.ts';
import { meetOthers } from './meet-others.ts';
import type { OwnConfigWatch } from './own-config-watch.ts';
import { pinAndJudge } from './pin-and-judge.ts';
import { refuseFailedChecks } from './refuse-failed-checks.ts';
import type { SessionRequest } from './request.ts';
import type { Progress } from './run-session.ts';
import { startContainer } from './start-container.ts';
import type { StartedContainer } from './start-container.ts';
import type { TakenTerminal } from './take-terminal.ts';
import type { TerminalModes } from './terminal-modes.ts';
import { prepareTerminal } from './prepare-terminal.ts';
import { explainMissingSource, translateSources } from './translate-sources.ts';
import { resolveVariables } from './variables.ts';

/** Name of the file in /run/sandbox that tells the session what was checked. */
const ATTESTED_RESULT = 'checks.json';

/** A session whose verdict is good: attested, judged, waiting for GO. */
export interface OpenedSession {
  readonly engine: Engine;
  readonly container: StartedContainer;
  readonly dialog: GateDialog;
  readonly pins: Map<string, Pin>;
  /** NAME=VALUE that travel with GO. */
  readonly sealed: readonly string[];
  readonly early: EarlyInput | null;
  readonly modes: TerminalModes | null;
}

interface Opening {
  readonly request: SessionRequest;
  readonly session: string;
  readonly state: string;
  readonly cleanup: Cleanup;
  readonly interruption: Interruption;
  readonly progress: Progress;
}

/** Pin, judge, create, start, attest, compare: everything up to the verdict. Throws the refusal. */
export async function openSession(opening: Opening): Promise<OpenedSession> {
  const { request, session, cleanup, interruption, progress } = opening;
  const { hooks, timings, messages } = request;
  const owner = currentOwner();
  const questions = deferred<GateQuestions>();
  const directory = furnishSession(opening, owner, questions.promise);
  cleanup.push('remove the session’s directory', directory.remove);
  const { imageId } = await interruption.race(askAhead(request.engine, request.image));
  const { input, judgement } = pinAndJudge(request, opening.state, directory.path);
  progress.judgement = judgement;
  for (const note of judgement.notes) messages.note(note);
  if (input.pins.has('own-config')) {
    const { OwnConfigWatch } = await import('./own-config-watch.ts');
    progress.ownConfig = OwnConfigWatch.open({ input, state: opening.state, session, messages });
  }
  timings.mark('pin');
  await hooks['after-pin']?.();
  const engine = await interruption.race(request.engine);
  timings.mark('engine');
  // One after the other: a build must not go on beside a launch that has failed. The info is there already, as a rule.
  const info = await interruption.race(engine.info());
  const id =
    (await interruption.race(imageId)) ??
    (await interruption.race(ensureImage(engine, request.image, request.progress, interruption.abort))).id;
  timings.mark('image');
  const memory = resolveMemory(request.plan.limits.memory, info.memory);
  const plan = {
    ...request.plan,
    image: { ...request.plan.image, id },
    limits: { ...request.plan.limits, memory },
  };
  progress.plan = plan;
  const variables = resolveVariables(plan, request.options, request.env, session);
  for (const note of variables.notes) messages.note(note);
  const nonce = randomBytes(16).toString('hex');
  const labels = formatLabels({
    session,
    agent: plan.agent,
    digest: request.digest,
    uid: plan.user.uid,
    owner,
    detached: request.detached,
    tty: plan.tty,
    workspace: { path: plan.workspace.source, ...workspaceId(input) },
    config: input.pins.get('own-config') ?? null,
  });
  const pins = input.pins as Map<string, Pin>;
  const sources = await interruption.race(translateSources({ plan, pins, engine, clues: findContainer() }));
  const spec = containerSpec(plan, {
    session,
    nonce,
    imageId: id,
    pins,
    labels,
    engine: info,
    sources,
    log: request.detached,
    env: variables.open,
  });
  let terminal: TakenTerminal | null = null;
  let others: Promise<void> = Promise.resolve();
  let dialog: GateDialog | null = null;
  const started = Date.now() / 1000;
  const starting = startContainer({
    engine,
    spec,
    cleanup,
    hooks,
    timings,
    throwIfCancelled: interruption.throwIfCancelled,
    beforeStart: async (id, attachment) => {
      dialog = new GateDialog(attachment, nonce);
      cleanup.push('close the dialogue', () => dialog?.close());
      others = meetOthers({
        engine,
        id,
        owner,
        request,
        judged: input,
        told: judgement.notes,
        cleanup,
        signal: interruption.abort,
      });
      others.catch(() => undefined);
      // Pushed after the container's removal, so that the terminal is itself again before an engine is waited for.
      terminal = prepareTerminal(request, interruption, cleanup);
      await Promise.all([directory.ready, terminal.ready]);
      interruption.throwIfCancelled();
      confirmPins(request, pins, directory.path);
      terminal.early?.start();
    },
  });
  // Not before the engine has its order: what follows starts processes, which keeps this one busy.
  setImmediate(() => questions.resolve(askGate(progress.ownConfig, input.pins.get('own-config'), request.bootId())));
  // Asked while the gate looks around.
  const state = starting.then(({ id }) => engine.inspectContainer(id));
  state.catch(() => undefined);
  progress.ownConfig?.startWalk();
  // Loaded while the engine works: nothing is judged before there is a report.
  const loading = import('./judge-session.ts');
  loading.catch(() => undefined);
  const container = await interruption.race(starting).catch(async (error: unknown) => {
    // A create under way cannot be taken back: its end is waited for, so that the clean-up finds everything there is.
    await settled(starting, 10_000);
    // The engine says of a source that vanished no more than that it failed.
    if (!(error instanceof AppError) || error.code !== 'ENGINE_FAILED') throw error;
    confirmPins(request, pins, directory.path);
    throw explainMissingSource(error);
  });
  const { talk, early, modes } = prepared(dialog, terminal);
  const attestation = parseAttestation(await interruption.race(heardFromGate(engine, container, talk.attestation())));
  // Not before the gate runs: the engine's init would have nobody yet to pass the change of size to.
  const size = plan.tty ? sizeOf(request.io.stdout) : null;
  // A terminal of another size is no reason to refuse a session.
  const sized =
    size === null ? null : engine.resize(container.id, size).catch((error: Error) => messages.detail(error.message));
  timings.mark('attest');
  await hooks['after-attestation']?.();
  const own = await interruption.race(Promise.resolve(progress.ownConfig?.check() ?? null));
  const asked = { request, session, plan, pins, outer: sources !== null };
  const gathered = { ...asked, attestation, dialog: talk, engine: info, container: state, started };
  const { judgeSession } = await loading;
  const judged = await interruption.race(
    judgeSession({ ...gathered, ownConfig: own?.facts ?? null }, own?.findings ?? []),
  );
  progress.findings = judged.findings;
  await interruption.race(Promise.all([others, sized]));
  refuseFailedChecks(progress.findings, attestation, plan);
  directory.publish(ATTESTED_RESULT, judged.result);
  timings.mark('check');
  return { engine, container, dialog: talk, pins, sealed: variables.sealed, early, modes };
}

async function askGate(watch: OwnConfigWatch | null, pin: Pin | undefined, bootId: string): Promise<GateQuestions> {
  if (watch === null || pin === undefined) return {};
  const { dev, ino } = pin;
  return { commands: ownConfigCommands(await watch.settings), ownConfig: { bootId, dev, ino } };
}

/** A promise that is kept later. */
function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T | Promise<T>) => void } {
  let resolve: (value: T | Promise<T>) => void = () => undefined;
  const promise = new Promise<T>((keep) => (resolve = keep));
  return { promise, resolve };
}

function settled(promise: Promise<unknown>, ms: number): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  return Promise.race([
    promise.then(
      () => undefined,
      () => undefined,
    ),
    patience,
  ]);
}

function prepared(dialog: GateDialog | null, terminal: TakenTerminal | null) {
  if (dialog === null || terminal === null) throw new BugError('the container started without its dialogue');
  return { talk: dialog, early: terminal.early, modes: terminal.modes };
}

function workspaceId({ pins }: JudgeInput): { readonly dev: bigint; readonly ino: bigint } {
  const pin = pins.get('workspace') ?? pins.get('shared-skills');
  return { dev: pin?.dev ?? 0n, ino: pin?.ino ?? 0n };
}
