import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.js.GraalJsEngine;
import maestro.orchestra.error.SyntaxError;
import maestro.orchestra.workspace.WorkspaceExecutionPlanner;
import maestro.orchestra.yaml.FlowParseException;
import maestro.orchestra.yaml.YamlCommandReader;
import okhttp3.OkHttpClient;

/**
 * What Maestro's own code says: `parse` of flow files, `plan` of workspaces, `js` of expressions. Each line of standard
 * input is one question, its parts separated by tabs; each line of the answer begins with `ok` or `no`.
 */
public class Judge {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<String, String> env = new HashMap<>();
        for (int at = 1; at < args.length; at++) env.put(args[at].split("=", 2)[0], args[at].split("=", 2)[1]);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split("\t", -1);
            String answer = switch (args[0]) {
                case "parse" -> parse(Path.of(parts[0]));
                case "plan" -> plan(parts);
                case "js" -> js(parts, env);
                default -> throw new IllegalArgumentException(args[0]);
            };
            System.out.println(answer);
        }
        System.exit(0);
    }

    /** Missing scripts and pictures that a flow names are created, empty: a corpus may lack them. */
    private static String parse(Path file) throws Exception {
        for (int tries = 0; ; tries++) {
            try {
                YamlCommandReader.INSTANCE.readCommands(file);
                return "ok";
            } catch (SyntaxError error) {
                Path missing = missing(error);
                boolean isFlow = missing != null && missing.toString().matches(".*\\.ya?ml");
                boolean isFinal = missing == null || isFlow || tries > 100 || Files.exists(missing);
                if (isFinal) return "no\t" + oneLine(error.getMessage());
                Files.createDirectories(missing.getParent());
                Files.createFile(missing);
            }
        }
    }

    private static Path missing(SyntaxError error) {
        if (!(error.getCause() instanceof FlowParseException cause)) return null;
        Matcher flow = FLOW.matcher(cause.getErrorMessage());
        if (flow.find()) return Path.of(URI.create(flow.group(1)));
        Matcher media = MEDIA.matcher(cause.getErrorMessage());
        if (!media.find()) return null;
        return Path.of(media.group(2)).resolveSibling(media.group(1)).toAbsolutePath().normalize();
    }

    private static final Pattern FLOW = Pattern.compile("Flow file does not exist: (\\S+)");
    private static final Pattern MEDIA = Pattern.compile("Media file at (.+) in flow file: (.+) not found");

    /**
     * The plan of a folder: the flows that run one after another first, a `|`, then the others; include and exclude
     * tags.
     */
    private static String plan(String[] parts) {
        try {
            Path folder = Path.of(parts[0]);
            var plan = WorkspaceExecutionPlanner.INSTANCE.plan(Set.of(folder), tags(parts, 1), tags(parts, 2), null);
            return "ok\t" + names(folder, plan.getSequence().getFlows()) + "|" + names(folder, plan.getFlowsToRun());
        } catch (RuntimeException error) {
            return "no\t" + oneLine(error.getMessage());
        }
    }

    private static List<String> tags(String[] parts, int at) {
        return parts.length <= at || parts[at].isEmpty() ? List.of() : List.of(parts[at].split(","));
    }

    private static String names(Path folder, List<Path> flows) {
        Set<String> names = new LinkedHashSet<>();
        for (Path flow : flows) names.add(folder.relativize(flow).toString());
        return String.join(",", names);
    }

    /** Scripts of one line of input, one after another in one engine; the text of the last one's value. */
    private static String js(String[] scripts, Map<String, String> env) {
        GraalJsEngine engine = new GraalJsEngine(new OkHttpClient(), "android");
        try {
            env.forEach(engine::putEnv);
            String last = "";
            for (String script : scripts) {
                String code = script.replace("\\n", "\n");
                last = String.valueOf(engine.evaluateScript(code, Map.of(), "inline-script", false, null));
            }
            return "ok\t" + oneLine(last);
        } catch (RuntimeException error) {
            return "no\t" + oneLine(error.getMessage());
        } finally {
            engine.close();
        }
    }

    private static String oneLine(String text) {
        String escaped = String.valueOf(text).replace("\\", "\\\\");
        return escaped.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
    }
}
