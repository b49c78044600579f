package dev.heddle.kernel;

import com.google.gson.GsonBuilder;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What tells Jupyter of a kernel: a folder with {@code kernel.json}. */
public final class KernelSpec {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final String FILE = "kernel.json";

  private KernelSpec() {}

  /**
   * Returns the folder in which Jupyter looks for the kernels of the user.
   *
   * @param environment of the process
   * @param system name of the operating system
   * @param home the user's folder
   */
  public static Path userFolder(Map<String, String> environment, String system, Path home) {
    String data = environment.get("JUPYTER_DATA_DIR");
    if (data != null && !data.isBlank()) {
      return Path.of(data, "kernels");
    }
    String lower = system.toLowerCase(Locale.ROOT);
    if (lower.contains("mac")) {
      return home.resolve("Library/Jupyter/kernels");
    }
    if (lower.contains("windows")) {
      String roaming = environment.get("APPDATA");
      return (roaming == null ? home.resolve("AppData/Roaming") : Path.of(roaming))
          .resolve("jupyter/kernels");
    }
    String share = environment.get("XDG_DATA_HOME");
    return (share == null || share.isBlank() ? home.resolve(".local/share") : Path.of(share))
        .resolve("jupyter/kernels");
  }

  /** Returns the folder in which Jupyter looks for the kernels of an installation. */
  public static Path prefixFolder(Path prefix) {
    return prefix.resolve("share/jupyter/kernels");
  }

  /**
   * Writes the kernel's folder; one of that name is replaced.
   *
   * @param folder in which Jupyter looks for kernels
   * @param name that notebooks know the kernel by
   * @param title that people choose it by
   * @param command starts the kernel; the name of the connection file is added
   * @return the folder
   * @throws HeddleException with code {@code INVALID_ARGUMENT} for a name that Jupyter does not
   *     take, with code {@code IO} if it cannot be written
   */
  public static Path install(Path folder, String name, String title, List<String> command) {
    Path kernel = kernelFolder(folder, name);
    List<String> argv = new ArrayList<>(command);
    argv.add("{connection_file}");
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("argv", argv);
    spec.put("display_name", title);
    spec.put("language", "sql");
    spec.put("interrupt_mode", "message"); // a signal would end the JVM
    spec.put("metadata", Map.of());
    String json = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(spec);
    try {
      Files.createDirectories(kernel);
      Path part = Files.createTempFile(kernel, FILE, ".part");
      Files.writeString(part, json + "\n");
      Files.move(part, kernel.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed("install", kernel, e);
    }
    return kernel;
  }

  /**
   * Removes the kernel's folder.
   *
   * @return the folder
   * @throws HeddleException with code {@code NOT_FOUND} if it is not there
   */
  public static Path uninstall(Path folder, String name) {
    Path kernel = kernelFolder(folder, name);
    try {
      Files.delete(kernel.resolve(FILE));
      Files.deleteIfExists(kernel);
    } catch (NoSuchFileException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot uninstall the kernel "
              + name
              + ": there is none in "
              + folder
              + "; name its folder as when it was installed",
          e);
    } catch (IOException e) {
      throw failed("uninstall", kernel, e);
    }
    return kernel;
  }

  private static Path kernelFolder(Path folder, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot name a kernel \"" + name + "\": use letters, digits, dots, - and _");
    }
    return folder.resolve(name);
  }

  private static HeddleException failed(String verb, Path kernel, IOException cause) {
    return new HeddleException(
        ErrorCode.IO,
        "Cannot " + verb + " the kernel in " + kernel + ": " + cause + "; name another --folder",
        cause);
  }
}
