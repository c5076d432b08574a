/**
 * Every stable error code and the exit code it ends with (sysexits where one fits).
 * 1 the asked-for verdict is negative · 64 usage · 69 engine or image · 70 our bug · 77 refused · 78 configuration · 127 no such command in the image.
 */
const exitCodes = {
  DOCTOR_FAILED: 1,
  USAGE: 64,
  UNKNOWN_COMMAND: 64,
  UNKNOWN_AGENT: 64,
  UNKNOWN_OPTION: 64,
  BAD_VALUE: 64,
  PATH_NOT_FOUND: 64,
  NOT_A_DIRECTORY: 64,
  CWD_GONE: 64,
  SESSION_UNKNOWN: 64,
  SESSION_AMBIGUOUS: 64,
  SESSION_NOT_RUNNING: 69,
  ENGINE_NOT_INSTALLED: 69,
  ENGINE_NOT_RUNNING: 69,
  ENGINE_NO_PERMISSION: 69,
  ENGINE_REMOTE: 69,
  ENGINE_TOO_OLD: 69,
  ENGINE_TOO_NEW: 69,
  ENGINE_UNSUPPORTED: 69,
  ENGINE_UNREACHABLE: 69,
  ENGINE_TIMEOUT: 69,
  ENGINE_FAILED: 69,
  ENGINE_DISK_FULL: 69,
  PORT_BUSY: 69,
  IMAGE_BASE_MISSING: 69,
  IMAGE_BUILD_FAILED: 69,
  GATE_TIMEOUT: 69,
  GATE_BAD_ATTESTATION: 77,
  WORKSPACE_REFUSED: 77,
  WORKSPACE_NESTED: 77,
  WORKSPACE_ACCESS: 77,
  SOURCE_REFUSED: 77,
  SOURCE_LINK: 77,
  SOURCE_PROTECTED: 77,
  SOURCE_UNTRANSLATABLE: 77,
  SOURCE_OWNER: 77,
  PLACE_UNKNOWN: 77,
  ANCESTOR_WRITABLE: 77,
  TARGET_REFUSED: 77,
  GIT_POINTER_REFUSED: 77,
  SKILLS_REFUSED: 77,
  CHECK_FAILED: 77,
  SESSION_UNVERIFIED: 77,
  HOST_WRITE_REFUSED: 77,
  CONFIG_INVALID: 78,
  CONFIG_UNREADABLE: 78,
  HOME_INVALID: 78,
  STATE_UNUSABLE: 78,
  COMMAND_NOT_FOUND: 127,
  CANCELLED: 130,
} as const;

export type ErrorCode = keyof typeof exitCodes;

/**
 * What a person can act on: *what happened* (message), *what to do* (hint) and a stable code.
 * The message may carry untrusted bytes; only `ui/render-error` prints it, through the escaper.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  /** Further lines, one each; the message itself is one line. Splitting happens here and never after the fact. */
  readonly details: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    options?: { cause?: unknown; details?: readonly string[] },
  ) {
    super(message, options);
    this.details = options?.details ?? [];
    this.name = 'AppError';
    this.code = code;
    this.hint = hint;
  }

  get exitCode(): number {
    return exitCodes[this.code];
  }
}

/** A state that cannot happen unless this program is wrong. Printed with version and stack; exit code 70. */
export class BugError extends Error {
  readonly exitCode = 70;
  override readonly name = 'BugError';
}
