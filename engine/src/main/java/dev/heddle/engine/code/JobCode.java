package dev.heddle.engine.code;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageCode;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.function.ScalarUdf;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes that the functions of one job have on a worker, in class loaders of its own, one for
 * each list of archives. Thread-safe.
 */
public final class JobCode implements StageCode, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobCode.class);

  private final WorkerCode code;
  private final JobId job;
  private final Map<List<ContentHash>, CodeLoader> loaders =
      new LinkedHashMap<>(); // guarded by this

  /** Makes one without classes. */
  public JobCode(WorkerCode code, JobId job) {
    this.code = code;
    this.job = job;
  }

  @Override
  public synchronized Class<? extends ScalarUdf> load(
      String function, String type, List<ContentHash> archives) {
    CodeLoader loader = loaders.get(archives);
    if (loader == null) {
      loader = open(archives);
      loaders.put(archives, loader);
    }
    try {
      return loader.loadClass(type).asSubclass(ScalarUdf.class);
    } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
      throw new HeddleException(
          ErrorCode.USER_CODE,
          "Cannot run function \""
              + function
              + "\" on a worker: class "
              + type
              + " cannot be loaded from archives "
              + archives
              + " ("
              + e
              + "); name the jars that it needs by UserFunction.with",
          e);
    }
  }

  private CodeLoader open(List<ContentHash> archives) {
    List<ContentHash> used = new ArrayList<>();
    try {
      List<URL> urls = new ArrayList<>();
      for (ContentHash archive : archives) {
        Path jar = code.use(archive);
        used.add(archive);
        urls.add(jar.toUri().toURL());
      }
      return new CodeLoader(UserFrames.loader(job), urls, code.classes());
    } catch (MalformedURLException | HeddleException e) {
      used.forEach(code::release);
      throw e instanceof HeddleException known ? known : new IllegalStateException(e);
    }
  }

  /** Closes the loaders; no task of the job runs any more. */
  @Override
  public synchronized void close() {
    loaders.forEach(
        (archives, loader) -> {
          try {
            loader.close();
          } catch (IOException e) {
            LOG.warn("cannot close the archives {}", archives, e);
          }
          archives.forEach(code::release);
        });
    loaders.clear();
  }
}
