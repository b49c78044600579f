package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Holds the flags of a cluster's processes in {@code docs/options.md} to what the commands
 * understand. With {@code -Dheddle.docs.write=true} it writes them there instead.
 */
class ProcessOptionsTest {
  private static final String TITLE = "## Processes of a cluster\n";

  /** What stands behind a flag's meaning in its help: variable and default, in any order. */
  private static final Pattern ASIDE = Pattern.compile("\\s*\\(([^()]*)\\)\\.$");

  private static final String INTRODUCTION =
      """

      Flags come from the command line or from a file (`heddle worker @worker.conf`), else from the environment. Sizes are bytes, or end in `k`, `m`, `g` or `t`.
      `heddle cluster` starts the others on this host. The guide on [clusters](guide/cluster.md) says what they do.
      """;

  private static Map<String, Object> commands() {
    Map<String, Object> commands = new LinkedHashMap<>();
    commands.put("cluster", new ClusterCommand());
    commands.put("scheduler", new SchedulerCommand());
    commands.put("shuffle", new ShuffleCommand());
    commands.put("worker", new WorkerCommand());
    commands.put("flight", new FlightCommand());
    commands.put("status", new StatusCommand());
    commands.put("security", new SecurityCommand());
    return commands;
  }

  private static String expected() {
    StringBuilder text = new StringBuilder(TITLE).append(INTRODUCTION);
    commands()
        .forEach(
            (name, command) -> {
              text.append("\n### `heddle ").append(name).append("`\n\n");
              text.append("| flag | environment | default | meaning |\n|---|---|---|---|\n");
              new CommandLine(command)
                  .getCommandSpec().options().stream()
                      .filter(option -> !option.hidden() && !option.usageHelp())
                      .filter(option -> !option.versionHelp())
                      .forEach(option -> text.append(row(option)).append('\n'));
            });
    return text.toString();
  }

  private static String row(OptionSpec option) {
    String meaning = String.join(" ", option.description());
    List<String> variables = new ArrayList<>();
    List<String> defaults = new ArrayList<>();
    Matcher aside = ASIDE.matcher(meaning);
    if (aside.find()) {
      for (String part : aside.group(1).split(";")) {
        String said = part.strip();
        if (said.startsWith("HEDDLE_")) {
          variables.add("`" + said + "`");
        } else {
          defaults.add(said.replaceFirst("^default: ", ""));
        }
      }
      meaning = meaning.substring(0, aside.start());
    }
    meaning = meaning.replaceFirst("\\.$", "").replace("|", "\\|");
    String flag =
        option.longestName() + (option.arity().max() == 0 ? "" : " " + option.paramLabel());
    return "| `"
        + flag
        + "` | "
        + String.join(" ", variables)
        + " | "
        + String.join("; ", defaults)
        + " | "
        + meaning.substring(0, 1).toLowerCase(java.util.Locale.ROOT)
        + meaning.substring(1)
        + " |";
  }

  @Test
  void theDocumentHasEveryFlagAndNoOther() throws IOException {
    Path document = document();
    String text = Files.readString(document);
    int at = text.indexOf(TITLE);
    if (Boolean.getBoolean("heddle.docs.write")) {
      String before = at < 0 ? text + "\n" : text.substring(0, at);
      Files.writeString(document, before + expected());
      return;
    }
    assertThat(at).isPositive();
    assertThat(text.substring(at).lines().collect(Collectors.toList()))
        .as("docs/options.md; -Dheddle.docs.write=true writes it")
        .isEqualTo(expected().lines().collect(Collectors.toList()));
  }

  private static Path document() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/options.md"))) {
      root = root.getParent();
    }
    return root.resolve("docs/options.md");
  }
}
