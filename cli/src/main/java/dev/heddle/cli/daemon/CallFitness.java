package dev.heddle.cli.daemon;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Decides which calls this process can answer just as a process of the caller's own would. Of what
 * is the process's it demands that both agree; storages with credentials, other processes and
 * descriptors are left to the caller's own. Immutable.
 *
 * @param build of this process's jars, JDK and flags
 * @param traits see {@link ProcessTraits}
 * @param environment this process's
 */
record CallFitness(String build, String traits, Map<String, String> environment) {
  private static final Set<String> COMMANDS = Set.of("sql", "schema", "explain");

  /** Options whose meaning is the call's alone. */
  private static final Set<String> OPTIONS =
      Set.of(
          "-",
          "-t",
          "--table",
          "-f",
          "--file",
          "-o",
          "--output",
          "--format",
          "-p",
          "--parameter",
          "--threads",
          "--partitions",
          "--time-zone",
          "--no-generated-code",
          "--partition-by",
          "--analyze");

  /** Variables that shape a process at its start. */
  private static final Set<String> OF_PROCESS =
      Set.of("LANG", "LANGUAGE", "TZ", "HOME", "HEDDLE_CACHE", "LD_PRELOAD", "LD_LIBRARY_PATH");

  /** Variables with flags of a JVM. */
  private static final Set<String> OF_JVM =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Variables of Heddle's that mean nothing to a query of this process. */
  private static final Set<String> MEANINGLESS =
      Set.of("HEDDLE_DAEMON", "HEDDLE_AOT", "HEDDLE_JAVA_HOME", "HEDDLE_CACHE");

  private static final Pattern REMOTE = Pattern.compile("(?i)\\b(?!file:)[a-z][a-z0-9+.-]+:/");
  private static final Pattern PROCESS_PATH = Pattern.compile("/(dev|proc|sys)\\b");
  private static final Pattern SEPARATORS = Pattern.compile("[='\",\\n]");
  private static final int MAX_PATH_LENGTH = 4096;
  private static final int MAX_SCRIPT_LENGTH = 1 << 20;

  CallFitness {
    environment = Map.copyOf(environment);
  }

  /** Returns why a call is not for this process; nothing if it is. */
  Optional<String> objection(CallRequest request) {
    if (!request.build().equals(build)) {
      return Optional.of("its build is " + request.build());
    }
    if (!request.traits().equals(traits)) {
      return Optional.of("its process has " + request.traits());
    }
    List<String> arguments = request.arguments();
    if (arguments.isEmpty() || !COMMANDS.contains(arguments.getFirst())) {
      return Optional.of("it is no command of a session");
    }
    Optional<String> variable = variable(request.environment());
    if (variable.isPresent()) {
      return variable.map(name -> "its variable " + name + " differs");
    }
    boolean isAscii =
        StandardCharsets.US_ASCII.newEncoder().canEncode(request.folder())
            && arguments.stream().allMatch(StandardCharsets.US_ASCII.newEncoder()::canEncode);
    if (!isAscii && !"UTF-8".equals(System.getProperty("sun.jnu.encoding", charset()))) {
      return Optional.of("this process's locale does not know its characters");
    }
    Path folder = Path.of(request.folder());
    for (String argument : arguments.subList(1, arguments.size())) {
      Optional<String> objection = ofArgument(argument, folder);
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  private static String charset() {
    return Charset.defaultCharset().name();
  }

  /** Returns the name of a variable for which the call needs another process. */
  private Optional<String> variable(Map<String, String> others) {
    Set<String> names = new TreeSet<>(environment.keySet());
    names.addAll(others.keySet());
    return names.stream().filter(name -> matters(name, others)).findFirst();
  }

  private boolean matters(String name, Map<String, String> others) {
    if (OF_JVM.contains(name)) {
      return true; // the JVM reports them, too
    }
    if (OF_PROCESS.contains(name) || name.startsWith("LC_")) {
      return !environment.getOrDefault(name, "").equals(others.getOrDefault(name, ""));
    }
    return name.startsWith("HEDDLE_") && others.containsKey(name) && !MEANINGLESS.contains(name);
  }

  private static Optional<String> ofArgument(String argument, Path folder) {
    if (argument.startsWith("@") || argument.endsWith("=-")) {
      return Optional.of("it names arguments or a table elsewhere: " + argument);
    }
    if (argument.startsWith("-") && !OPTIONS.contains(argument.split("=", 2)[0])) {
      return Optional.of("its option " + argument + " is the process's");
    }
    return ofText(argument, folder);
  }

  /** Returns why statements are not for this process; nothing if they are. */
  static Optional<String> ofText(String text, Path folder) {
    if (text.length() > MAX_SCRIPT_LENGTH) {
      return Optional.of("it is long");
    }
    if (REMOTE.matcher(text).find()) {
      return Optional.of("it names a storage that takes credentials");
    }
    if (PROCESS_PATH.matcher(text).find()) {
      return Optional.of("it names a descriptor or a device");
    }
    return SEPARATORS
        .splitAsStream(text)
        .filter(each -> isStream(each, folder))
        .findFirst()
        .map(each -> each + " is no regular file");
  }

  private static boolean isStream(String text, Path folder) {
    if (text.isBlank() || text.length() > MAX_PATH_LENGTH) {
      return false;
    }
    try {
      Path path = folder.resolve(text);
      return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
